// right: 68; wrong: 38,50,63,71; kind: LDA topic model by collapsed Gibbs sampling, counts
#include <stdio.h>
#include <stdlib.h>

enum { D = 12, LEN = 30, V = 20, K = 3, SWEEPS = 80 };

struct corpus { int w[D][LEN]; };
struct state {
    int z[D][LEN];
    int nd[D][K], nw[V][K], nk[K];
};

static unsigned rng = 12345;
static unsigned rnd(unsigned n)
{
    rng = rng * 1664525u + 1013904223u;
    return (rng >> 8) % n;
}

static void make_corpus(struct corpus *c)
{
    for (int d = 0; d < D; d++)
        for (int i = 0; i < LEN; i++)
            c->w[d][i] = (d % K) * 6 + rnd(8);
}

static void put(struct state *s, int d, int w, int k, int by)
{
    s->nd[d][k] += by;
    s->nw[w][k] += by;
    s->nk[k] += by;
}

/* all weights as integers: alpha = 1, beta = 1 */
static int draw(const struct state *s, int d, int w)
{
    unsigned long cum[K], tot = 0;
    for (int k = 0; k < K; k++) {
        tot += (unsigned long)(s->nd[d][k] + 1) * (s->nw[w][k] + 1) * 100000 / (s->nk[k] + V);
        cum[k] = tot;
    }
    unsigned long u = rnd((unsigned)tot);
    int k = 0;
    while (u >= cum[k]) k++;
    return k;
}

static void resample_doc(struct state *s, const struct corpus *c, int d)
{
    for (int i = 0; i < LEN; i++) {
        int w = c->w[d][i];
        put(s, d, w, s->z[d][i], -1);
        s->z[d][i] = draw(s, d, w);
        put(s, d, w, s->z[d][i], +1);
    }
}

int main(void)
{
    static struct corpus c;
    static struct state s;
    make_corpus(&c);
    for (int d = 0; d < D; d++)
        for (int i = 0; i < LEN; i++) {
            s.z[d][i] = rnd(K);
            put(&s, d, c.w[d][i], s.z[d][i], 1);
        }
    for (int it = 0; it < SWEEPS; it++)
        for (int d = 0; d < D; d++)
            resample_doc(&s, &c, d);
    for (int k = 0; k < K; k++) {
        printf("topic %d (%d):", k, s.nk[k]);
        for (int w = 0; w < V; w++)
            if (s.nw[w][k] > 10) printf(" w%d", w);
        puts("");
    }
    return 0;
}
