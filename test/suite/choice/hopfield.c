// right: 71; wrong: 28,44,56,67,81; kind: Hopfield net taught by a perceptron rule, integer weights, recall after
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 35
#define NPAT 3

static const char *glyph[NPAT] = {
    ".###." "#...#" "#...#" "#####" "#...#" "#...#" "#...#",
    "####." "#...#" "####." "#...#" "#...#" "#...#" "####.",
    ".####" "#...." "#...." "#...." "#...." "#...." ".####",
};

typedef signed char spin;
static int J[N][N];

static int field(const spin *s, int i)
{
    int h = 0;
    for (int j = 0; j < N; j++) h += J[i][j] * s[j];
    return h;
}

static int teach(const spin *s)
{
    int changed = 0;
    for (int i = 0; i < N; i++) {
        if (field(s, i) * s[i] > 12)
            continue;
        for (int j = 0; j < N; j++)
            if (j != i) {
                J[i][j] += s[i] * s[j];
                J[j][i] = J[i][j];
            }
        changed++;
    }
    return changed;
}

static int settle(spin *s)
{
    int sweeps = 0, flips;
    do {
        flips = 0;
        for (int i = 0; i < N; i++) {
            spin v = field(s, i) >= 0 ? 1 : -1;
            flips += v != s[i];
            s[i] = v;
        }
    } while (flips && ++sweeps < 20);
    return sweeps;
}
static void show(const spin *s)
{
    for (int i = 0; i < N; i++) {
        putchar(s[i] > 0 ? '#' : '.');
        if (i % 5 == 4) putchar('\n');
    }
    putchar('\n');
}

int main(void)
{
    spin pat[NPAT][N];
    int round = 0;
    for (int p = 0; p < NPAT; p++)
        for (int i = 0; i < N; i++)
            pat[p][i] = glyph[p][i] == '#' ? 1 : -1;

    while (1) {
        int changed = 0;
        for (int p = 0; p < NPAT; p++)
            changed += teach(pat[p]);
        round++;
        if (!changed || round == 200)
            break;
    }
    printf("stable after %d rounds\n", round);
    srand(6);
    for (int p = 0; p < NPAT; p++) {
        spin s[N];
        memcpy(s, pat[p], N);
        for (int k = 0; k < 5; k++) s[rand() % N] *= -1;
        int n = settle(s);
        printf("pattern %d: %d sweeps, %s\n", p, n, memcmp(s, pat[p], N) ? "lost" : "found");
        show(s);
    }
    return 0;
}
