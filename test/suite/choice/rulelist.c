// right: 68; wrong: 23,34,55,63,70,75,76; kind: decision list learned greedily rule by rule, bit sets
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define ROWS 200
#define BITS 10

typedef struct { uint16_t mask, want; int cls, hits; } Rule;

static uint16_t row[ROWS];
static uint8_t  cls[ROWS];
static bool     left[ROWS];
static Rule     list[40];
static int      nrules;

static bool matches(const Rule *r, uint16_t x) { return (x & r->mask) == r->want; }

static int worth(Rule *r)
{
    int n[2] = { 0, 0 };
    for (int i = 0; i < ROWS; i++)
        if (left[i] && matches(r, row[i])) n[cls[i]]++;
    r->cls = n[1] > n[0];
    r->hits = n[0] + n[1];
    return n[r->cls] - 6 * n[!r->cls];
}

static Rule search(void)
{
    Rule best = { 0 }, r;
    int bw = worth(&best);
    for (int a = 0; a < BITS; a++)
        for (int b = a; b < BITS; b++)
            for (int v = 0; v < 4; v++) {
                r.mask = 1u << a | 1u << b;
                r.want = (v & 1u) << a | (uint16_t)(v >> 1) << b;
                r.want &= r.mask;
                int w = worth(&r);
                if (w > bw) bw = w, best = r;
            }
    return best;
}

static int remaining(void)
{
    int n = 0;
    for (int i = 0; i < ROWS; i++) n += left[i];
    return n;
}

static int classify(uint16_t x)
{
    for (int k = 0; k < nrules; k++)
        if (matches(&list[k], x)) return list[k].cls;
    return 0;
}

int main(void)
{
    srand(1000);
    for (int i = 0; i < ROWS; i++) {
        row[i] = rand() >> 5 & 0x3ff;
        cls[i] = (row[i] & 6) == 6 ? 1 : (row[i] & 16) ? 0 : (row[i] >> 7) & 1;
        left[i] = true;
    }
    while (remaining() > 0 && nrules < 40) {
        Rule r = search();
        for (int i = 0; i < ROWS; i++)
            if (matches(&r, row[i])) left[i] = false;
        list[nrules++] = r;
    }
    int ok = 0;
    for (int i = 0; i < ROWS; i++) ok += classify(row[i]) == cls[i];
    for (int k = 0; k < nrules; k++)
        printf("%s if (x & %03x) == %03x then %d   [%d]\n", k ? "else" : "    ", list[k].mask, list[k].want, list[k].cls, list[k].hits);
    printf("%d rules, %d/%d\n", nrules, ok, ROWS);
    return 0;
}
