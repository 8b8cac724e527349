// right: 55; wrong: 19,29,38,66; kind: island genetic algorithm for n queens, loop inside omp parallel with barriers, integers
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define Q 10
#define ISLANDS 2
#define SIZE 30

typedef struct { signed char col[Q]; short cost; } Board;

static Board isle[ISLANDS][SIZE];
static int solved_at[ISLANDS];

static int clashes(const Board *b)
{
    int n = 0;
    for (int i = 0; i < Q; i++)
        for (int j = i + 1; j < Q; j++)
            n += b->col[i] == b->col[j] || abs(b->col[i] - b->col[j]) == j - i;
    return n;
}

static int better(const void *a, const void *b) { return ((const Board *)a)->cost - ((const Board *)b)->cost; }

static void populate(Board *p, unsigned *seed)
{
    for (int i = 0; i < SIZE; i++) {
        for (int q = 0; q < Q; q++) p[i].col[q] = rand_r(seed) % Q;
        p[i].cost = clashes(&p[i]);
    }
    qsort(p, SIZE, sizeof *p, better);
}

static void breed(Board *p, unsigned *seed)
{
    for (int i = SIZE / 2; i < SIZE; i++) {
        const Board *m = &p[rand_r(seed) % (SIZE / 2)], *f = &p[rand_r(seed) % (SIZE / 2)];
        int cut = rand_r(seed) % Q;
        for (int q = 0; q < Q; q++) p[i].col[q] = q < cut ? m->col[q] : f->col[q];
        for (int k = rand_r(seed) % 3; k >= 0; k--) p[i].col[rand_r(seed) % Q] = rand_r(seed) % Q;
        p[i].cost = clashes(&p[i]);
    }
    qsort(p, SIZE, sizeof *p, better);
}

int main(void)
{
    #pragma omp parallel num_threads(ISLANDS)
    {
        int me = omp_get_thread_num(), nt = omp_get_num_threads();
        unsigned seed = 100 + me;
        populate(isle[me], &seed);
        for (int gen = 1; gen <= 600; gen++) {
            breed(isle[me], &seed);
            if (isle[me][0].cost == 0 && !solved_at[me]) solved_at[me] = gen;
            if (gen % 20 == 0) {
                #pragma omp barrier
                Board guest = isle[(me + 1) % nt][0];
                #pragma omp barrier
                isle[me][SIZE - 1] = guest;
            }
        }
    }
    for (int i = 0; i < ISLANDS; i++) {
        printf("island %d: cost %d, solved in generation %d:", i, isle[i][0].cost, solved_at[i]);
        for (int q = 0; q < Q; q++) printf(" %d", isle[i][0].col[q]);
        putchar('\n');
    }
    return 0;
}
