// One program, ten ways to be another one: PLANT chooses. Each stands on a line of its own, which its name marks.
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define N 64
#ifdef OTHER  // the second of two builds
#define RATE 0.2f
#define NEXT (PLANT == 6)
#else
#define RATE 0.1f
#define NEXT 0
#endif

static float Scale(float x) { return x * 0.5f; }

int main(void) {
    float *w = malloc(N * sizeof(float)), *g = malloc(N * sizeof(float));
    int order[N];
    unsigned rng = 1, calls = 0;
    for (int i = 0; i < N; i++) w[i] = (float)i / N, order[i] = i;
    for (int step = 0; step < 9; step++) {
        float shift = 0, loss = 0;
        rng = rng * 1664525u + 1013904223u;
        float noise = (float)(rng >> 8) / 16777216.0f;
#if PLANT == 1
        if (step > 4) noise = (float)(arc4random() % 1000);  // PLANT 1: an RNG call
#endif
        for (int i = 0; i < N; i++) g[i] = w[i] - noise;
        int first = order[0];
        order[0] = order[step > 4 ? step + NEXT : step];  // PLANT 6: the order of data
        order[step] = first;
        for (int k = 0; k < N; k++) {
            int i = order[k];
#if PLANT == 2 && defined OTHER
            if (step > 4) i = order[N - 1 - k];
#endif
            loss += g[i] * g[i] * 0.01f;  // PLANT 2: an unordered sum
        }
        shift = loss;
#if PLANT == 3
        volatile char place;
        if (step > 4) shift = (float)((size_t)&place >> 4 & 0xffff);  // PLANT 3: a value that nobody set
#endif
#if PLANT == 4
        if (step > 4) shift = (float)omp_get_max_threads();  // PLANT 4: the number of threads
#endif
#if PLANT == 5
        if (step > 4) shift = strtof(getenv("SHIFT"), NULL);  // PLANT 5: a library call
#endif
        float rate = 0.1f;
        if (step > 4) rate = RATE;  // PLANT 7: a constant
        calls++;
        if (calls % 4 == 3) shift += (float)calls;  // PLANT 8: a missed state
#if PLANT == 9
        struct timespec now;
        clock_gettime(CLOCK_MONOTONIC, &now);
        if (step > 4) shift = (float)(now.tv_nsec % 1000000);  // PLANT 9: a clock
#endif
        for (int i = 0; i < N; i++) w[i] -= rate * Scale(g[i]) + 1e-4f * shift;
        printf("step %d loss %.9g\n", step, loss);
    }
    return 0;
}
