// right: 68; wrong: 32,39,42,52,66; kind: trigram counts in a bounded hash table with pruning, integers
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CAP 512
#define BLOCK 400

struct entry { unsigned key; int n; };
static struct entry tab[CAP];
static int used, floor_n;

static int *slot(unsigned key)
{
    unsigned i = key * 2654435761u % CAP;
    while (tab[i].n && tab[i].key != key)
        i = (i + 1) % CAP;
    if (!tab[i].n) {
        tab[i].key = key;
        used++;
    }
    return &tab[i].n;
}

static void prune(void)
{
    static struct entry old[CAP];
    floor_n++;
    memcpy(old, tab, sizeof tab);
    memset(tab, 0, sizeof tab);
    used = 0;
    for (int i = 0; i < CAP; i++)
        if (old[i].n > floor_n)
            *slot(old[i].key) = old[i].n - 1;
}

static void eat(const char *s, int n)
{
    for (int i = 0; i + 2 < n; i++) {
        unsigned k = (unsigned char)s[i] << 16 | (unsigned char)s[i + 1] << 8 | (unsigned char)s[i + 2];
        ++*slot(k);
        while (used > CAP * 3 / 4)
            prune();
    }
}

static char *make_text(size_t n)
{
    static const char *syl[] = { "ba", "ke", "lo", "mi", "nu", "ras", "ti", "ve", " ", "an ", "zo", "quo" };
    char *t = malloc(n + 8), *p = t;
    unsigned r = 77;
    while (p < t + n) {
        r = r * 1103515245u + 12345u;
        unsigned a = (r >> 16) % 12, b = (r >> 22) % 12;
        p += sprintf(p, "%s", syl[a < b ? a : b]);
    }
    *p = 0;
    return t;
}

int main(void)
{
    size_t n = 20000;
    char *text = make_text(n);
    int letters[256] = { 0 }, distinct = 0, blocks = 0;
    for (size_t i = 0; i < n; i++)
        distinct += !letters[(unsigned char)text[i]]++;
    for (size_t at = 0; at < n; at += BLOCK) {
        size_t left = n - at;
        eat(text + at, left < BLOCK ? (int)left : BLOCK);
        if (++blocks % 16 == 0)
            prune();
    }
    int top = 0;
    for (int i = 1; i < CAP; i++)
        if (tab[i].n > tab[top].n) top = i;
    printf("%d letters, %d blocks, %d trigrams kept, floor %d, top %c%c%c %d\n", distinct, blocks, used, floor_n,
           tab[top].key >> 16, tab[top].key >> 8 & 255, tab[top].key & 255, tab[top].n);
    free(text);
    return 0;
}
