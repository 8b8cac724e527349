// right: 65,71; wrong: 45,56,66,73,80; kind: Adam MLP on two moons, shuffled mini-batches in epochs, float
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 240
#define H 10
#define BATCH 16
#define NP (2 * H + H + H + 1)

static double X[N][2], Y[N];
static double par[NP], grad[NP], m1[NP], m2[NP];
static int order[N], t_step;

static double frand(void) { return rand() / (RAND_MAX + 1.0); }

static double forward(const double *x, double *h)
{
    double z = par[NP - 1];
    for (int j = 0; j < H; j++) {
        h[j] = tanh(par[2 * j] * x[0] + par[2 * j + 1] * x[1] + par[2 * H + j]);
        z += par[3 * H + j] * h[j];
    }
    return 1.0 / (1.0 + exp(-z));
}

static void backward(int s)
{
    double h[H], p = forward(X[s], h), d = p - Y[s];
    for (int j = 0; j < H; j++) {
        double dh = d * par[3 * H + j] * (1 - h[j] * h[j]);
        grad[2 * j] += dh * X[s][0];
        grad[2 * j + 1] += dh * X[s][1];
        grad[2 * H + j] += dh;
        grad[3 * H + j] += d * h[j];
    }
    grad[NP - 1] += d;
}

static void adam(double lr, int n)
{
    t_step++;
    double c1 = 1 - pow(0.9, t_step), c2 = 1 - pow(0.999, t_step);
    for (int i = 0; i < NP; i++) {
        double g = grad[i] / n;
        m1[i] = 0.9 * m1[i] + 0.1 * g;
        m2[i] = 0.999 * m2[i] + 0.001 * g * g;
        par[i] -= lr * (m1[i] / c1) / (sqrt(m2[i] / c2) + 1e-8);
    }
}

int main(void)
{
    srand(7);
    for (int i = 0; i < N; i++) {
        double a = M_PI * frand();
        int c = i & 1;
        X[i][0] = c ? 1 - cos(a) : cos(a);
        X[i][1] = (c ? 0.5 - sin(a) : sin(a)) + 0.1 * frand();
        Y[i] = c;
        order[i] = i;
    }
    for (int i = 0; i < NP; i++) par[i] = frand() - 0.5;
    for (int epoch = 0; epoch < 60; epoch++) {
        for (int i = N - 1; i > 0; i--) {
            int j = rand() % (i + 1), t = order[i];
            order[i] = order[j];
            order[j] = t;
        }
        for (int b = 0; b < N; b += BATCH) {
            memset(grad, 0, sizeof grad);
            for (int k = b; k < b + BATCH; k++)
                backward(order[k]);
            adam(0.02, BATCH);
        }
    }
    int ok = 0;
    double h[H];
    for (int i = 0; i < N; i++) ok += (forward(X[i], h) > 0.5) == (Y[i] > 0.5);
    printf("accuracy %.3f after %d steps\n", (double)ok / N, t_step);
    return 0;
}
