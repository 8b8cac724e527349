// right: 63; wrong: 28,57,65,67; kind: genetic algorithm on bit strings, do-while over generations, integers
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define POP 40
typedef uint64_t gene;
typedef struct { gene g; int fit; } indiv;

static indiv pop[POP], next_pop[POP];

/* deceptive trap: blocks of four bits */
static int fitness(gene g)
{
    int f = 0;
    for (int b = 0; b < 64; b += 4) {
        int ones = __builtin_popcountll((g >> b) & 15);
        f += ones == 4 ? 4 : 3 - ones > 0 ? (3 - ones) : 0;
        f += ones;
    }
    return f;
}

static indiv *tournament(void)
{
    indiv *best = NULL;
    for (int i = 0; i < 3; i++) {
        indiv *c = &pop[rand() % POP];
        if (!best || c->fit > best->fit)
            best = c;
    }
    return best;
}

static gene cross(gene a, gene b)
{
    gene m = ~0ull << (rand() % 64);
    return (a & m) | (b & ~m);
}

static gene random_gene(void)
{
    gene g = 0;
    for (int i = 0; i < 5; i++) g = g << 15 ^ rand();
    return g;
}

static int by_fit(const void *a, const void *b)
{
    return ((const indiv *)b)->fit - ((const indiv *)a)->fit;
}

int main(void)
{
    srand(2024);
    for (int i = 0; i < POP; i++) {
        pop[i].g = random_gene();
        pop[i].fit = fitness(pop[i].g);
    }
    qsort(pop, POP, sizeof *pop, by_fit);
    int gen = 0, stale = 0, top = pop[0].fit;
    do {
        memcpy(next_pop, pop, 2 * sizeof *pop);
        for (int i = 2; i < POP; i++) {
            gene g = cross(tournament()->g, tournament()->g);
            while (rand() % 3 == 0)
                g ^= 1ull << (rand() % 64);
            next_pop[i].g = g;
            next_pop[i].fit = fitness(g);
        }
        memcpy(pop, next_pop, sizeof pop);
        qsort(pop, POP, sizeof *pop, by_fit);
        stale = pop[0].fit > top ? 0 : stale + 1;
        top = pop[0].fit;
        gen++;
    } while (stale < 40 && gen < 600);
    printf("generation %d best %d of %d  %016llx\n", gen, top, 8 * 16, (unsigned long long)pop[0].g);
    return 0;
}
