#include <stdio.h>
#include <stdlib.h>
#include <time.h>

void upload(const float *values, int count);

struct model {
    int size;
    float *weights, *gradient;
};

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec;
}

int main(int argc, char **argv) {
    struct model model;
    model.size = argc > 1 ? atoi(argv[1]) : 8;
    model.weights = calloc((size_t)model.size, sizeof(float));
    model.gradient = malloc((size_t)model.size * sizeof(float));
    float order[4] = {0, 1, 2, 3};
    for (int epoch = 0; epoch < 2; epoch++) {
        for (int batch = 0; batch < 4; batch++) {
            double start = seconds();
            for (int i = 0; i < model.size; i++) model.gradient[i] = order[batch] - model.weights[i] + (float)(rand() % 7);
            for (int i = 0; i < model.size; i++) model.weights[i] += 0.1f * model.gradient[i];
            printf("batch %d: %g, %f s\n", batch, (double)model.weights[0], seconds() - start);
        }
    }
#ifdef UPLOAD
    upload(model.weights, model.size);
#endif
}
