// right: 67; wrong: 14,29,41,60; kind: hidden Markov model by EM (Baum-Welch), do-while till converged, float
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { S = 2, O = 3, T = 120 };
static double A[S][S] = {{.6, .4}, {.3, .7}}, B[S][O] = {{.5, .3, .2}, {.2, .3, .5}}, pi0[S] = {.5, .5};
static int obs[T];
static double al[T][S], be[T][S], scale[T];

static double forward(void)
{
    double ll = 0;
    for (int t = 0; t < T; t++) {
        scale[t] = 0;
        for (int j = 0; j < S; j++) {
            double p = t ? 0 : pi0[j];
            for (int i = 0; t && i < S; i++) p += al[t - 1][i] * A[i][j];
            scale[t] += al[t][j] = p * B[j][obs[t]];
        }
        for (int j = 0; j < S; j++) al[t][j] /= scale[t];
        ll += log(scale[t]);
    }
    return ll;
}

static void backward(void)
{
    for (int t = T - 1; t >= 0; t--)
        for (int i = 0; i < S; i++) {
            if (t == T - 1) { be[t][i] = 1; continue; }
            be[t][i] = 0;
            for (int j = 0; j < S; j++) be[t][i] += A[i][j] * B[j][obs[t + 1]] * be[t + 1][j] / scale[t + 1];
        }
}

static void reestimate(void)
{
    double na[S][S], nb[S][O], tot[S];
    memset(na, 0, sizeof na), memset(nb, 0, sizeof nb), memset(tot, 0, sizeof tot);
    for (int t = 0; t < T; t++)
        for (int i = 0; i < S; i++) {
            double g = al[t][i] * be[t][i];
            nb[i][obs[t]] += g;
            tot[i] += g;
            if (t == 0) pi0[i] = g;
            for (int j = 0; t + 1 < T && j < S; j++)
                na[i][j] += al[t][i] * A[i][j] * B[j][obs[t + 1]] * be[t + 1][j] / scale[t + 1];
        }
    for (int i = 0; i < S; i++) {
        double r = na[i][0] + na[i][1];
        for (int j = 0; j < S; j++) A[i][j] = na[i][j] / r;
        for (int o = 0; o < O; o++) B[i][o] = nb[i][o] / tot[i];
    }
}

int main(void)
{
    unsigned r = 1;
    for (int t = 0, s = 0; t < T; t++) {
        r = r * 1103515245u + 12345u;
        if ((r >> 16) % 10 == 0) s = !s;
        obs[t] = s ? 2 - (r >> 20) % 7 / 4 : (r >> 20) % 5 / 4;
    }
    double ll = -1e300, prev;
    int rounds = 0;
    do {
        prev = ll;
        ll = forward();
        backward();
        reestimate();
        rounds++;
    } while (ll - prev > 1e-5 && rounds < 300);
    printf("loglik %.4f after %d rounds\n", ll, rounds);
    for (int i = 0; i < S; i++) printf("A %.3f %.3f  B %.3f %.3f %.3f\n", A[i][0], A[i][1], B[i][0], B[i][1], B[i][2]);
    return 0;
}
