// right: 65; wrong: 28,45,59,64,73; kind: Brown-like word clusters by exchange, counts
#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *text = "the dog eats a bone the cat eats a fish a dog sees the cat a man sees the dog the man eats "
                          "the fish a cat sees a bone the bone falls the cat falls a man falls the fish falls a dog runs the man runs";
#define MAXW 64
#define C 4

static char vocab[MAXW][12];
static int nw, bi[MAXW][MAXW], cl[MAXW];

static int word_id(const char *w)
{
    for (int i = 0; i < nw; i++)
        if (!strcmp(vocab[i], w)) return i;
    strcpy(vocab[nw], w);
    return nw++;
}

static long xlogx(long n) { return n ? (long)(1000 * n * log((double)n)) : 0; }

/* class bigram likelihood in thousandths */
static long quality(void)
{
    long m[C][C] = { { 0 } }, l[C] = { 0 }, r[C] = { 0 }, q = 0;
    for (int i = 0; i < nw; i++)
        for (int j = 0; j < nw; j++) {
            m[cl[i]][cl[j]] += bi[i][j];
            l[cl[i]] += bi[i][j];
            r[cl[j]] += bi[i][j];
        }
    for (int a = 0; a < C; a++) {
        q -= xlogx(l[a]) + xlogx(r[a]);
        for (int b = 0; b < C; b++) q += xlogx(m[a][b]);
    }
    return q;
}

static int exchange(int w)
{
    int home = cl[w], best = home;
    long bq = quality();
    for (int c = 0; c < C; c++) {
        cl[w] = c;
        long q = quality();
        if (q > bq) bq = q, best = c;
    }
    cl[w] = best;
    return best != home;
}

int main(void)
{
    char buf[512], *save, *t;
    int prev = -1, pass = 0;
    strcpy(buf, text);
    for (t = strtok_r(buf, " ", &save); t; t = strtok_r(NULL, " ", &save)) {
        int w = word_id(t);
        if (prev >= 0) bi[prev][w]++;
        prev = w;
    }
    for (int i = 0; i < nw; i++) cl[i] = i % C;
    for (;;) {
        int moved = 0;
        for (int w = 0; w < nw; w++)
            moved += exchange(w);
        pass++;
        fprintf(stderr, "pass %d: %d moved, %ld\n", pass, moved, quality());
        if (moved == 0 || pass >= 30) break;
    }
    for (int c = 0; c < C; c++) {
        printf("%d:", c);
        for (int w = 0; w < nw; w++)
            if (cl[w] == c) printf(" %s", vocab[w]);
        printf("\n");
    }
    return 0;
}
