// right: 63; wrong: 23,36,48,57,68; kind: label propagation over a graph, cluster memberships as integers, OpenMP for inside
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NODES = 240, GROUPS = 6, MAXDEG = 40 };

struct graph {
    int deg[NODES];
    int adj[NODES][MAXDEG];
};

static void link(struct graph *g, int a, int b)
{
    if (a == b || g->deg[a] >= MAXDEG || g->deg[b] >= MAXDEG) return;
    g->adj[a][g->deg[a]++] = b;
    g->adj[b][g->deg[b]++] = a;
}

static int majority(const struct graph *g, const int *lab, int v, unsigned salt)
{
    int best = lab[v], bn = 0;
    for (int i = 0; i < g->deg[v]; i++) {
        int l = lab[g->adj[v][i]], n = l == lab[v];
        for (int j = 0; j < g->deg[v]; j++) n += 2 * (lab[g->adj[v][j]] == l);
        n = n * 8 + (l * 2654435761u + salt) % 8;
        if (n > bn) bn = n, best = l;
    }
    return best;
}

static int propagate(const struct graph *g, int *lab, int *tmp, unsigned salt)
{
    int changed = 0;
    #pragma omp parallel for reduction(+ : changed) num_threads(2)
    for (int v = 0; v < NODES; v++) {
        tmp[v] = (v + salt) % 2 ? majority(g, lab, v, salt) : lab[v];
        changed += tmp[v] != lab[v];
    }
    memcpy(lab, tmp, NODES * sizeof *lab);
    return changed;
}

static int distinct(const int *lab)
{
    char seen[NODES] = { 0 };
    int n = 0;
    for (int v = 0; v < NODES; v++) n += !seen[lab[v]], seen[lab[v]] = 1;
    return n;
}

int main(void)
{
    static struct graph g;
    int lab[NODES], tmp[NODES], quiet = 0, round = 0;
    srand(21);
    for (int e = 0; e < 1900; e++) {
        int a = rand() % NODES, b = rand() % NODES;
        if (rand() % 12) b = b / GROUPS * GROUPS + a % GROUPS;
        link(&g, a, b);
    }
    for (int v = 0; v < NODES; v++) lab[v] = v;
    do {
        quiet = propagate(&g, lab, tmp, round) ? 0 : quiet + 1;
        round++;
    } while (quiet < 2 && round < 60);
    int same = 0, all = 0;
    for (int a = 0; a < NODES; a++)
        for (int b = a + GROUPS; b < NODES; b += GROUPS) all++, same += lab[a] == lab[b];
    printf("%d rounds, %d labels, %d%% of true pairs together\n", round, distinct(lab), 100 * same / all);
    return 0;
}
