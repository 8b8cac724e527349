// right: 58; wrong: 24,25,41,52,60,66,68; kind: decision tree grown level by level, integer features
#include <stdio.h>
#include <stdlib.h>

#define N 256
#define F 4
#define MAXNODE 127

struct node {
    int feat, thr, kid[2];
    int count[2];
};
static struct node tree[MAXNODE];
static int nodes = 1;
static unsigned char feat[N][F], cls[N];
static int where[N];            /* leaf each row sits in */

static int miss(const int c[2]) { return c[0] < c[1] ? c[0] : c[1]; }

/* try all cuts for one leaf, return the number of errors saved */
static int find_cut(int leaf, int *bf, int *bt)
{
    int best = 0, base = miss(tree[leaf].count);
    for (int f = 0; f < F; f++)
        for (int t = 8; t < 256; t += 8) {
            int c[2][2] = { { 0, 0 }, { 0, 0 } };
            for (int i = 0; i < N; i++)
                if (where[i] == leaf) c[feat[i][f] >= t][cls[i]]++;
            int gain = 4 * (base - miss(c[0]) - miss(c[1])) + (c[0][0] + c[0][1] > 9 && c[1][0] + c[1][1] > 9);
            if (gain > best) best = gain, *bf = f, *bt = t;
        }
    return best;
}

static int split(int leaf)
{
    int f, t;
    if (nodes + 2 > MAXNODE || miss(tree[leaf].count) < 2 || !find_cut(leaf, &f, &t)) return 0;
    tree[leaf].feat = f, tree[leaf].thr = t;
    for (int s = 0; s < 2; s++) tree[leaf].kid[s] = nodes++;
    for (int i = 0; i < N; i++)
        if (where[i] == leaf) {
            where[i] = tree[leaf].kid[feat[i][f] >= t];
            tree[where[i]].count[cls[i]]++;
        }
    return 2;
}

int main(void)
{
    srand(8);
    for (int i = 0; i < N; i++) {
        for (int f = 0; f < F; f++) feat[i][f] = rand() >> 4;
        cls[i] = (feat[i][0] > 120) ^ (feat[i][2] > 90);
        tree[0].count[cls[i]]++;
    }
    int front = 0, depth = 0;
    while (front < nodes && depth < 6) {
        int end = nodes;
        for (int leaf = front; leaf < end; leaf++)
            split(leaf);
        front = end;
        depth++;
    }
    int bad = 0;
    for (int i = 0; i < N; i++) {
        int n = 0;
        while (tree[n].kid[0])
            n = tree[n].kid[feat[i][tree[n].feat] >= tree[n].thr];
        bad += (tree[n].count[1] > tree[n].count[0]) != cls[i];
    }
    printf("%d nodes in %d levels, %d of %d wrong\n", nodes, depth, bad, N);
    return 0;
}
