// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A two-layer network that learns parity of three bits: the smallest program with all that a checkpoint easily forgets.
// The seed comes from the clock, the rows are shuffled in place by rand(), the momentum is allocated in the first step,
// and the rate decays.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { kInputs = 3, kHidden = 12, kRows = 8 };

typedef struct {
    float *weights;   // kHidden * kInputs, then kHidden biases, kHidden output weights, one output bias
    float *gradient;  // the same layout, zeroed in each step
    float *momentum;  // the same layout, allocated by the first update
    float *hidden;    // kHidden activations of the row at hand
    int count;
} Network;

static int count_of_weights(void) {
    return kHidden * kInputs + 2 * kHidden + 1;
}

static void build(Network *n) {
    n->count = count_of_weights();
    n->weights = malloc(n->count * sizeof(float));
    n->gradient = malloc(n->count * sizeof(float));
    n->hidden = malloc(kHidden * sizeof(float));
    n->momentum = NULL;
    for (int i = 0; i < n->count; i++) n->weights[i] = (float)rand() / (float)RAND_MAX - 0.5f;
}

static float forward(Network *n, const float *x) {
    const float *bias = n->weights + kHidden * kInputs, *out = bias + kHidden;
    float y = out[kHidden];
    for (int h = 0; h < kHidden; h++) {
        float sum = bias[h];
        for (int i = 0; i < kInputs; i++) sum += n->weights[h * kInputs + i] * x[i];
        n->hidden[h] = tanhf(sum);
        y += out[h] * n->hidden[h];
    }
    return 1.0f / (1.0f + expf(-y));
}

static void backward(Network *n, const float *x, float error) {
    float *bias = n->gradient + kHidden * kInputs, *out = bias + kHidden;
    const float *w_out = n->weights + kHidden * kInputs + kHidden;
    out[kHidden] += error;
    for (int h = 0; h < kHidden; h++) {
        const float delta = error * w_out[h] * (1.0f - n->hidden[h] * n->hidden[h]);
        out[h] += error * n->hidden[h];
        bias[h] += delta;
        for (int i = 0; i < kInputs; i++) n->gradient[h * kInputs + i] += delta * x[i];
    }
}

static void update(Network *n, float rate) {
    if (n->momentum == NULL) n->momentum = calloc(n->count, sizeof(float));
    for (int i = 0; i < n->count; i++) {
        n->momentum[i] = 0.9f * n->momentum[i] + n->gradient[i];
        n->weights[i] -= rate * n->momentum[i];
    }
}

static void shuffle(int *order) {
    for (int a = kRows - 1; a > 0; a--) {
        const int b = rand() % (a + 1);
        const int keep = order[a];
        order[a] = order[b];
        order[b] = keep;
    }
}

int main(int argc, char **argv) {
    const int steps = argc > 1 ? atoi(argv[1]) : 300;
    srand((unsigned)time(NULL));
    Network net;
    build(&net);
    int order[kRows];
    for (int r = 0; r < kRows; r++) order[r] = r;
    float rate = 0.2f;
    float loss = 0.0f;
    for (int step = 0; step < steps; step++) {
        shuffle(order);
        memset(net.gradient, 0, net.count * sizeof(float));
        loss = 0.0f;
        for (int r = 0; r < kRows; r++) {
            const int row = order[r];
            const float x[kInputs] = {(float)(row & 1), (float)(row >> 1 & 1), (float)(row >> 2 & 1)};
            const float target = (float)((row ^ row >> 1 ^ row >> 2) & 1);
            const float y = forward(&net, x);
            backward(&net, x, y - target);
            loss += (y - target) * (y - target);
        }
        update(&net, rate);
        rate *= 0.999f;
        if (step % 50 == 0) printf("step %d: loss %.6f, first row was %d\n", step, (double)loss, order[0]);
    }
    printf("final loss %g\n", (double)loss);
    free(net.weights);
    free(net.gradient);
    free(net.momentum);
    free(net.hidden);
    return 0;
}
