// right: 65; wrong: 30,64,68,82; kind: evolution strategy with covariance adaptation, Jacobi eigen iteration inside, float
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define D 3
#define LAMBDA 14
#define MU 5

static double mean[D] = { 3, -2, 4 }, C[D][D], sigma = 1;

static double gauss(void)
{
    double u = (rand() + 1.0) / (RAND_MAX + 2.0), v = rand() / (RAND_MAX + 1.0);
    return sqrt(-2 * log(u)) * cos(2 * M_PI * v);
}

static double objective(const double *x)
{
    return pow(1 - x[0], 2) + 100 * pow(x[1] - x[0] * x[0], 2) + pow(x[2] - x[1], 2);
}

static void eigen(double V[D][D], double *ev)
{
    double A[D][D];
    memcpy(A, C, sizeof A);
    for (int i = 0; i < D; i++)
        for (int j = 0; j < D; j++) V[i][j] = i == j;
    for (int sweep = 0; sweep < 30; sweep++) {
        double off = 0;
        for (int p = 0; p < D; p++)
            for (int q = p + 1; q < D; q++) {
                off += fabs(A[p][q]);
                double th = 0.5 * atan2(2 * A[p][q], A[q][q] - A[p][p]), c = cos(th), s = sin(th);
                for (int k = 0; k < D; k++) {
                    double a = A[k][p], b = A[k][q];
                    A[k][p] = c * a - s * b, A[k][q] = s * a + c * b;
                    a = V[k][p], b = V[k][q];
                    V[k][p] = c * a - s * b, V[k][q] = s * a + c * b;
                }
                for (int k = 0; k < D; k++) {
                    double a = A[p][k], b = A[q][k];
                    A[p][k] = c * a - s * b, A[q][k] = s * a + c * b;
                }
            }
        if (off < 1e-12) break;
    }
    for (int i = 0; i < D; i++) ev[i] = sqrt(A[i][i] > 1e-20 ? A[i][i] : 1e-20);
}

struct child { double d[D], f; };
static int cmp(const void *a, const void *b)
{
    double x = ((const struct child *)a)->f, y = ((const struct child *)b)->f;
    return (x > y) - (x < y);
}

int main(void)
{
    double V[D][D], ev[D], best = objective(mean);
    int gen = 0;
    srand(12);
    for (int i = 0; i < D; i++) C[i][i] = 1;
    for (; best > 1e-9 && gen < 1500; gen++) {
        struct child k[LAMBDA];
        eigen(V, ev);
        for (int c = 0; c < LAMBDA; c++) {
            double z[D], x[D];
            for (int i = 0; i < D; i++) z[i] = ev[i] * gauss();
            for (int i = 0; i < D; i++) k[c].d[i] = V[i][0] * z[0] + V[i][1] * z[1] + V[i][2] * z[2];
            for (int i = 0; i < D; i++) x[i] = mean[i] + sigma * k[c].d[i];
            k[c].f = objective(x);
        }
        qsort(k, LAMBDA, sizeof *k, cmp);
        for (int i = 0; i < D; i++)
            for (int j = 0; j < D; j++) {
                double s = 0;
                for (int c = 0; c < MU; c++) s += k[c].d[i] * k[c].d[j] / MU;
                C[i][j] = 0.8 * C[i][j] + 0.2 * s;
            }
        for (int c = 0; c < MU; c++)
            for (int i = 0; i < D; i++) mean[i] += sigma * k[c].d[i] / MU;
        sigma *= k[0].f < best ? 1.1 : 0.93;
        if (k[0].f < best) best = k[0].f;
    }
    printf("best %.1e after %d generations at %.3f %.3f %.3f\n", best, gen, mean[0], mean[1], mean[2]);
    return 0;
}
