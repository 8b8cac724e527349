// right: 71; wrong: 29,42,64,78; kind: Newton's method for logistic regression, Cholesky and line search inside, float
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 150
#define P 4

static double A[N][P];
static int y[N];

static double nll(const double *b)
{
    double s = 0;
    for (int i = 0; i < N; i++) {
        double z = 0;
        for (int p = 0; p < P; p++) z += A[i][p] * b[p];
        s += log1p(exp(-fabs(z))) + (z > 0 ? z : 0) - y[i] * z;
    }
    for (int p = 0; p < P; p++) s += 0.05 * b[p] * b[p];
    return s;
}

static void derivs(const double *b, double *g, double H[P][P])
{
    memset(H, 0, P * P * sizeof(double));
    for (int p = 0; p < P; p++) g[p] = 0.1 * b[p], H[p][p] = 0.1;
    for (int i = 0; i < N; i++) {
        double z = 0;
        for (int p = 0; p < P; p++) z += A[i][p] * b[p];
        double m = 1 / (1 + exp(-z));
        for (int p = 0; p < P; p++) {
            g[p] += (m - y[i]) * A[i][p];
            for (int q = 0; q < P; q++) H[p][q] += m * (1 - m) * A[i][p] * A[i][q];
        }
    }
}

static void cholesky_solve(double H[P][P], double *x)
{
    for (int j = 0; j < P; j++) {
        for (int k = 0; k < j; k++) H[j][j] -= H[j][k] * H[j][k];
        H[j][j] = sqrt(H[j][j]);
        for (int i = j + 1; i < P; i++) {
            for (int k = 0; k < j; k++) H[i][j] -= H[i][k] * H[j][k];
            H[i][j] /= H[j][j];
        }
    }
    for (int i = 0; i < P; i++) {
        for (int k = 0; k < i; k++) x[i] -= H[i][k] * x[k];
        x[i] /= H[i][i];
    }
    for (int i = P - 1; i >= 0; i--) {
        for (int k = i + 1; k < P; k++) x[i] -= H[k][i] * x[k];
        x[i] /= H[i][i];
    }
}

int main(void)
{
    double beta[P] = { 0 }, g[P], H[P][P], trial[P];
    srand(4);
    for (int i = 0; i < N; i++) {
        A[i][0] = 1;
        for (int p = 1; p < P; p++) A[i][p] = 4.0 * rand() / RAND_MAX - 2;
        y[i] = 1.5 * A[i][1] - A[i][2] + 2.0 * rand() / RAND_MAX > 1;
    }
    double f = nll(beta);
    int k = 0;
    while (1) {
        derivs(beta, g, H);
        double norm = 0;
        for (int p = 0; p < P; p++) norm += g[p] * g[p];
        if (norm < 1e-14 || ++k > 50) break;
        cholesky_solve(H, g);
        double t = 2, ft;
        do {
            t /= 2;
            for (int p = 0; p < P; p++) trial[p] = beta[p] - t * g[p];
        } while ((ft = nll(trial)) > f + 1e-12 && t > 1e-8);
        memcpy(beta, trial, sizeof beta);
        f = ft;
    }
    printf("%d steps, nll %.6f, beta %.4f %.4f %.4f %.4f\n", k, f, beta[0], beta[1], beta[2], beta[3]);
    return 0;
}
