// right: 47; wrong: 28,43,56,64; kind: k-medians as a state machine with switch in a while, integers
#include <stdio.h>
#include <stdlib.h>

#define N 90
#define K 3

typedef enum { SEED, ASSIGN, MOVE, CHECK, DONE } phase_t;

static int px[N], py[N], own[N];
static int cx[K], cy[K];

static int cmp(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

static int nearest(int i)
{
    int k, b = 0, bd = 1 << 30;
    for (k = 0; k < K; k++) {
        int d = abs(px[i] - cx[k]) + abs(py[i] - cy[k]);
        if (d < bd) bd = d, b = k;
    }
    return b;
}

static void median(int k)
{
    int vx[N], vy[N], n = 0, i;
    for (i = 0; i < N; i++)
        if (own[i] == k) vx[n] = px[i], vy[n++] = py[i];
    if (!n) return;
    qsort(vx, n, sizeof *vx, cmp);
    qsort(vy, n, sizeof *vy, cmp);
    cx[k] = vx[n / 2];
    cy[k] = vy[n / 2];
}

int main(void)
{
    phase_t ph = SEED;
    int i, k, moved = 0, rounds = 0;

    srand(3);
    for (i = 0; i < N; i++) {
        px[i] = (i % K) * 40 + rand() % 25;
        py[i] = (i % K == 1) * 60 + rand() % 25;
    }
    while (ph != DONE) {
        switch (ph) {
        case SEED:
            for (k = 0; k < K; k++) cx[k] = px[k * 5 + 1], cy[k] = py[k * 7];
            for (i = 0; i < N; i++) own[i] = -1;
            ph = ASSIGN;
            break;
        case ASSIGN:
            moved = 0;
            for (i = 0; i < N; i++) {
                int b = nearest(i);
                moved += b != own[i];
                own[i] = b;
            }
            ph = MOVE;
            break;
        case MOVE:
            for (k = 0; k < K; k++) median(k);
            rounds++;
            ph = CHECK;
            break;
        case CHECK:
            ph = (moved == 0 || rounds > 50) ? DONE : ASSIGN;
            break;
        case DONE:
            break;
        }
    }
    for (k = 0; k < K; k++) printf("centre %d: %d,%d\n", k, cx[k], cy[k]);
    printf("rounds %d\n", rounds);
    return 0;
}
