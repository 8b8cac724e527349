// A buffer that the first of several loops which needs it allocates: validation, sampling, or training itself.
// RUN: cd %S && %detrain plan lazy_ways.c -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan lazy_ways.c -- -DTWIN=1 | FileCheck %s --check-prefix=KEPT
// RUN: cd %S && %detrain plan lazy_ways.c -- -DTWIN=2 | FileCheck %s --check-prefix=KEPT
// RUN: cd %S && %detrain plan lazy_ways.c -- -DTWIN=3 | FileCheck %s --check-prefix=KEPT
//
// One block is there at a time, whoever has made it.
// CHECK: {{^  }}net.acts f32[], 4 * rows bytes {{ *}}dead{{$}}
//
// Twin 1: an element is not set. Twin 2: sampling adds to what is there. Twin 3: a second block is made beside the first.
// KEPT: {{^  }}net.{{acts|old}} {{.*}} carried{{$}}
#include <stdio.h>
#include <stdlib.h>
struct Net { float *w, *acts, *old, loss; int n, rows; };
static void forward(struct Net *net, const int *in, int rows, int samples) {
#if TWIN == 3
    if (net->acts == NULL || net->loss > 9) {
        net->old = net->acts;
#else
    if (net->acts == NULL) {
#endif
        net->rows = rows;
        net->acts = calloc(rows, sizeof(float));
    } else if (rows != net->rows) {
        exit(1);
    }
    for (int i = TWIN == 1; i < rows; i++)
        if (TWIN == 2 && samples) net->acts[i] += net->w[in[i]];
        else net->acts[i] = net->w[in[i]];
    net->loss = 0;
    for (int i = 0; i < rows; i++) net->loss += net->acts[i];
    if (net->old != NULL) net->loss += net->old[0];
}
int main(int argc, char **argv) {
    if (argc < 4) return 1;
    const int rows = atoi(argv[1]), steps = atoi(argv[2]), every = atoi(argv[3]), batches = steps / 2, length = every + 1;
    struct Net net = {.n = 64};
    net.w = calloc(net.n, sizeof(float));
    int *in = malloc(rows * sizeof(int));
    for (int step = 0; step <= steps; step++) {
        const int is_last = step == steps;
        if (step % every == 0 || is_last)
            for (int k = 0; k < batches; k++) {
                for (int i = 0; i < rows; i++) in[i] = (i + k) % 64;
                forward(&net, in, rows, 0);
                printf("validation %f\n", net.loss);
            }
        if ((step > 0 && step % every == 1) || is_last)
            for (int t = 1; t < length; t++) {
                for (int i = 0; i < rows; i++) in[i] = t % 64;
                forward(&net, in, rows, 1);
                printf("sample %f\n", net.loss);
            }
        if (is_last) break;
        for (int i = 0; i < rows; i++) in[i] = (i * step) % 64;
        forward(&net, in, rows, 0);
        for (int i = 0; i < rows; i++) net.w[in[i]] -= 0.01f * net.acts[i];
    }
    printf("%f\n", net.w[0]);
}
