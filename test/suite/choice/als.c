// right: 69; wrong: 18,31,46,60,70,72; kind: matrix factorisation by alternating least squares, float, solver inside
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define U 30
#define I 20
#define R 3

typedef double vec[R];

static double rating[U][I];
static char seen[U][I];
static vec user[U], item[I];

static void gauss(double a[R][R + 1], double *x)
{
    for (int p = 0; p < R; p++)
        for (int r = 0; r < R; r++) {
            if (r == p) continue;
            double f = a[r][p] / a[p][p];
            for (int c = p; c <= R; c++) a[r][c] -= f * a[p][c];
        }
    for (int p = 0; p < R; p++) x[p] = a[p][R] / a[p][p];
}

static void fit_one(double *me, vec *other, int n, int self, int is_user)
{
    double a[R][R + 1] = { { 0 } };
    for (int k = 0; k < R; k++) a[k][k] = 0.05;
    for (int o = 0; o < n; o++) {
        int u = is_user ? self : o, i = is_user ? o : self;
        if (!seen[u][i]) continue;
        for (int k = 0; k < R; k++) {
            for (int l = 0; l < R; l++) a[k][l] += other[o][k] * other[o][l];
            a[k][R] += other[o][k] * rating[u][i];
        }
    }
    gauss(a, me);
}

static double rmse(void)
{
    double s = 0;
    int n = 0;
    for (int u = 0; u < U; u++)
        for (int i = 0; i < I; i++) {
            if (!seen[u][i]) continue;
            double e = rating[u][i];
            for (int k = 0; k < R; k++) e -= user[u][k] * item[i][k];
            s += e * e;
            n++;
        }
    return sqrt(s / n);
}

int main(void)
{
    srand(42);
    for (int u = 0; u < U; u++)
        for (int i = 0; i < I; i++) {
            rating[u][i] = 3 + sin(u * 0.7) * cos(i * 1.1) * 2;
            seen[u][i] = rand() % 3 > 0;
        }
    for (int i = 0; i < I; i++)
        for (int k = 0; k < R; k++) item[i][k] = rand() / (double)RAND_MAX;
    double last = 1e9, now = 1e8;
    int sweep;
    for (sweep = 0; last - now > 1e-6 && sweep < 100; sweep++) {
        for (int u = 0; u < U; u++)
            fit_one(user[u], item, I, u, 1);
        for (int i = 0; i < I; i++)
            fit_one(item[i], user, U, i, 0);
        last = now;
        now = rmse();
    }
    printf("rmse %.5f after %d sweeps\n", now, sweep);
    return 0;
}
