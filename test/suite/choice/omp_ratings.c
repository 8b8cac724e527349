// right: 66; wrong: 16,38,49,58,68; kind: matrix factorisation by stochastic gradient, Hogwild with omp parallel for in each epoch, float
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define USERS 80
#define FILMS 50
#define RANK 4
#define NR 1500

struct rating { short u, f; float v; };

static struct rating *load(int n)
{
    struct rating *r = malloc(n * sizeof *r);
    for (int i = 0; i < n; i++) {
        r[i].u = rand() % USERS;
        r[i].f = rand() % FILMS;
        r[i].v = 3 + ((r[i].u & 3) == (r[i].f & 3)) * 2 - ((r[i].u % 5) == (r[i].f % 5));
    }
    return r;
}

static float P[USERS][RANK], F[FILMS][RANK], bu[USERS], bf[FILMS], mu;

static inline float guess(int u, int f)
{
    float s = mu + bu[u] + bf[f];
    for (int k = 0; k < RANK; k++) s += P[u][k] * F[f][k];
    return s;
}

static inline void nudge(const struct rating *r, float lr)
{
    float e = r->v - guess(r->u, r->f);
    bu[r->u] += lr * e;
    bf[r->f] += lr * e;
    for (int k = 0; k < RANK; k++) {
        float a = P[r->u][k], b = F[r->f][k];
        P[r->u][k] += lr * (e * b - 0.02f * a);
        F[r->f][k] += lr * (e * a - 0.02f * b);
    }
}

static double rmse(const struct rating *r, int n)
{
    double s = 0;
    #pragma omp parallel for reduction(+ : s) num_threads(2)
    for (int i = 0; i < n; i++)
        s += pow(r[i].v - guess(r[i].u, r[i].f), 2);
    return sqrt(s / n);
}

int main(void)
{
    srand(77);
    struct rating *r = load(NR);
    for (int i = 0; i < NR; i++) mu += r[i].v / NR;
    for (int k = 0; k < RANK; k++) {
        for (int i = 0; i < USERS; i++) P[i][k] = 0.2f * rand() / RAND_MAX - 0.1f;
        for (int i = 0; i < FILMS; i++) F[i][k] = 0.2f * rand() / RAND_MAX - 0.1f;
    }

    int epoch = 0;
    float lr = 0.05f;
    while (epoch < 60) {
        #pragma omp parallel for schedule(static) num_threads(2)
        for (int i = 0; i < NR; i++)
            nudge(&r[i], lr);
        lr *= 0.98f;
        epoch++;
        if (epoch % 20 == 0) fprintf(stderr, "%d: %.4f\n", epoch, rmse(r, NR));
    }
    printf("rmse after %d epochs is %s\n", epoch, rmse(r, NR) < 0.5 ? "small" : "large");
    free(r);
    return 0;
}
