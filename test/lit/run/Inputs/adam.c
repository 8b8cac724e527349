// Two linear layers fitted to one batch by Adam, as torch.optim.Adam does it; prints the loss before each update.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { IN = 784, HIDDEN = 128, OUT = 10, BATCH = 4 };

static float *zeros(int n) { return calloc((size_t)n, sizeof(float)); }

static void draw(float *w, int n) {
    for (int i = 0; i < n; i++) w[i] = 0.1f * ((float)rand() / (float)RAND_MAX - 0.5f);
}

static void linear(float *y, const float *w, const float *b, const float *x, int out, int in) {
    for (int o = 0; o < out; o++) {
        y[o] = b[o];
        for (int i = 0; i < in; i++) y[o] += w[o * in + i] * x[i];
    }
}

static void adam(float *w, float *m, float *v, const float *g, int n, int t) {
    for (int i = 0; i < n; i++) {
        m[i] = 0.9f * m[i] + 0.1f * g[i];
        v[i] = 0.999f * v[i] + 0.001f * g[i] * g[i];
        double m_hat = m[i] / (1 - pow(0.9, t)), v_hat = v[i] / (1 - pow(0.999, t));
        w[i] -= (float)(1e-3 * m_hat / (sqrt(v_hat) + 1e-8));
    }
}

int main(int argc, char **argv) {
    int steps = argc > 1 ? atoi(argv[1]) : 5;
    float x[IN], h[HIDDEN], y[OUT], d_y[OUT];
    float *w1 = zeros(HIDDEN * IN), *b1 = zeros(HIDDEN), *w2 = zeros(OUT * HIDDEN), *b2 = zeros(OUT);
    float *m_w1 = zeros(HIDDEN * IN), *m_b1 = zeros(HIDDEN), *m_w2 = zeros(OUT * HIDDEN), *m_b2 = zeros(OUT);
    float *v_w1 = zeros(HIDDEN * IN), *v_b1 = zeros(HIDDEN), *v_w2 = zeros(OUT * HIDDEN), *v_b2 = zeros(OUT);
    float *g_w1 = zeros(HIDDEN * IN), *g_b1 = zeros(HIDDEN), *g_w2 = zeros(OUT * HIDDEN), *g_b2 = zeros(OUT);
    draw(w1, HIDDEN * IN), draw(b1, HIDDEN), draw(w2, OUT * HIDDEN), draw(b2, OUT);
    for (int step = 0; step < steps; step++) {
        double loss = 0;
        for (int i = 0; i < HIDDEN * IN; i++) g_w1[i] = 0;
        for (int i = 0; i < HIDDEN; i++) g_b1[i] = 0;
        for (int i = 0; i < OUT * HIDDEN; i++) g_w2[i] = 0;
        for (int i = 0; i < OUT; i++) g_b2[i] = 0;
        for (int s = 0; s < BATCH; s++) {
            for (int i = 0; i < IN; i++) x[i] = (float)((i * 7 + s * 13) % 17) / 17.0f;
            linear(h, w1, b1, x, HIDDEN, IN);
            for (int i = 0; i < HIDDEN; i++) h[i] = h[i] > 0 ? h[i] : 0;
            linear(y, w2, b2, h, OUT, HIDDEN);
            for (int o = 0; o < OUT; o++) {
                float miss = y[o] - (o == s ? 1.0f : 0.0f);
                loss += miss * miss / (BATCH * OUT);
                d_y[o] = 2 * miss / (BATCH * OUT);
                g_b2[o] += d_y[o];
                for (int i = 0; i < HIDDEN; i++) g_w2[o * HIDDEN + i] += d_y[o] * h[i];
            }
            for (int i = 0; i < HIDDEN; i++) {
                float d_h = 0;
                for (int o = 0; o < OUT; o++) d_h += d_y[o] * w2[o * HIDDEN + i];
                if (h[i] <= 0) continue;
                g_b1[i] += d_h;
                for (int k = 0; k < IN; k++) g_w1[i * IN + k] += d_h * x[k];
            }
        }
        printf("step %d: %.9g\n", step, loss);
        adam(w1, m_w1, v_w1, g_w1, HIDDEN * IN, step + 1);
        adam(b1, m_b1, v_b1, g_b1, HIDDEN, step + 1);
        adam(w2, m_w2, v_w2, g_w2, OUT * HIDDEN, step + 1);
        adam(b2, m_b2, v_b2, g_b2, OUT, step + 1);
    }
    return 0;
}
