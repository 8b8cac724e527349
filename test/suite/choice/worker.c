// right: 33,35; wrong: 38,52,60,64; kind: Hogwild logistic regression, loop in the pthread function, float
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define NTHREADS 2
#define ROWS 400
#define COLS 6

typedef struct {
    int id;
    unsigned seed;
    long updates;
} worker_t;

static float data[ROWS][COLS];
static int   label[ROWS];
static volatile float w[COLS];

static float margin(const float *r)
{
    float s = 0;
    for (int c = 0; c < COLS; ++c)
        s += w[c] * r[c];
    return s;
}

static void *worker(void *arg)
{
    worker_t *me = arg;
    int pass = 0;
    while (pass < 25) {
        float rate = 0.5f / (1 + pass);
        for (int n = 0; n < ROWS / NTHREADS; ++n) {
            int r = rand_r(&me->seed) % ROWS;
            float e = label[r] - 1 / (1 + expf(-margin(data[r])));
            for (int c = 0; c < COLS; ++c)
                w[c] += rate * e * data[r][c];
            me->updates++;
        }
        ++pass;
    }
    return NULL;
}

int main(void)
{
    pthread_t th[NTHREADS];
    worker_t  wk[NTHREADS];
    unsigned s = 5;
    for (int r = 0; r < ROWS; ++r) {
        float t = 0;
        for (int c = 0; c < COLS; ++c) {
            data[r][c] = rand_r(&s) / (float)RAND_MAX - .5f;
            t += data[r][c] * (c - 2);
        }
        label[r] = t > 0;
    }
    for (int i = 0; i < NTHREADS; ++i) {
        wk[i] = (worker_t){ .id = i, .seed = 17u + i };
        pthread_create(&th[i], NULL, worker, &wk[i]);
    }
    for (int i = 0; i < NTHREADS; ++i)
        pthread_join(th[i], NULL);
    int good = 0;
    for (int r = 0; r < ROWS; ++r)
        good += (margin(data[r]) > 0) == label[r];
    printf("updates %ld, training accuracy %s\n", wk[0].updates + wk[1].updates, good > ROWS * 9 / 10 ? "over 90%" : "poor");
    return 0;
}
