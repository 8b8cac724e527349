// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// image_state MIB STEPS: sixteen blocks of MIB/16 each and as many small records, all of which each step writes. One
// table of pointers leads to all of them, so that no type tells where the pointers are, and the plan saves the blocks as
// they lie; with TYPED there is a table for each type.
#include <stdio.h>
#include <stdlib.h>

#define LAYERS 16

struct dense {
  long n;
  float *w;
};
struct norm {
  double mean, var;
  long seen;
};

#ifdef TYPED
static struct dense *first[LAYERS];
static struct norm *second[LAYERS];
#define DENSE(i) (first[i])
#define NORM(i) (second[i])
#define SET(i, d, s) (first[i] = (d), second[i] = (s))
#else
static void *layers[2 * LAYERS];
#define DENSE(i) ((struct dense *)layers[2 * (i)])
#define NORM(i) ((struct norm *)layers[2 * (i) + 1])
#define SET(i, d, s) (layers[2 * (i)] = (d), layers[2 * (i) + 1] = (s))
#endif

int main(int argc, char **argv) {
  long n = argc > 1 ? atol(argv[1]) * (1L << 20) / (long)sizeof(float) / LAYERS : 1024;
  int steps = argc > 2 ? atoi(argv[2]) : 3;
  unsigned seed = 1;
  for (int i = 0; i < LAYERS; i++) {
    struct dense *d = malloc(sizeof *d);
    struct norm *s = malloc(sizeof *s);
    d->n = n;
    d->w = malloc((size_t)n * sizeof(float));
    for (long k = 0; k < n; k++) {
      seed = seed * 1664525u + 1013904223u;
      d->w[k] = (float)(seed >> 8) * 0x1p-24f;
    }
    s->mean = 0;
    s->var = 1;
    s->seen = 0;
    SET(i, d, s);
  }
  for (int step = 0; step < steps; step++) {
    double x = 1 + step;
    for (int i = 0; i < LAYERS; i++) {
      struct dense *d = DENSE(i);
      struct norm *s = NORM(i);
      for (long k = 0; k < d->n; k++) d->w[k] -= 0.01f * (float)x;
      s->seen++;
      s->mean += (d->w[0] - s->mean) / (double)s->seen;
      s->var = 0.9 * s->var + 0.1 * s->mean;
      x += s->var;
    }
    printf("%d %a\n", step, x);
  }
  return 0;
}
