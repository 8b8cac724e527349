// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What threads add up, or list: sums reduce|scatter|array N STEPS [PLACES], sums claim N STEPS WORK. `reduce` is a
// clause's sum of N numbers, `array` one of PLACES sums, `scatter` N atomic additions to PLACES places, `claim` a list
// of about half of N samples, whose losses take WORK multiplications each.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static float reduce(const float* x, int n, float w) {
  float sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += x[i] * w;
  return sum;
}

static void scatter(float* g, const int* place, const float* x, int n, float w) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
#pragma omp atomic
    g[place[i]] += x[i] * w;
  }
}

static void array(float* g, int places, const int* place, const float* x, int n, float w) {
#pragma omp parallel for reduction(+ : g[ : places])
  for (int i = 0; i < n; i++)
    g[place[i]] += x[i] * w;
}

static float loss(float x, int work) {
  float v = x;
  for (int k = 0; k < work; k++)
    v = 3.9f * v * (1 - v);
  return v;
}

static float claim(int* hard, const float* x, int n, int work) {
  int count = 0;
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    if (loss(x[i], work) < 0.5f)
      continue;
    int slot;
#pragma omp atomic capture
    slot = count++;
    hard[slot] = i;
  }
  float sum = 0;
  for (int i = 0; i < count; i++)
    sum = 0.5f * sum + x[hard[i]];
  return sum;
}

int main(int argc, char** argv) {
  if (argc < 4)
    return 2;
  const int n = atoi(argv[2]), steps = atoi(argv[3]), places = argc > 4 ? atoi(argv[4]) : 1024;
  float* x = malloc((size_t)n * sizeof *x);
  float* g = malloc((size_t)places * sizeof *g);
  int* place = malloc((size_t)n * sizeof *place);
  if (x == NULL || g == NULL || place == NULL)
    return 3;
  unsigned rng = 1;
  for (int i = 0; i < n; i++) {
    rng = rng * 1664525u + 1013904223u;
    x[i] = 1.0f / (float)(i + 1);
    place[i] = (int)((rng >> 8) % (unsigned)places);
  }
  float w = 1;
  for (int step = 0; step < steps; step++) {
    for (int k = 0; k < places; k++)
      g[k] = 0;
    if (strcmp(argv[1], "reduce") == 0)
      g[0] = reduce(x, n, w);
    else if (strcmp(argv[1], "array") == 0)
      array(g, places, place, x, n, w);
    else if (strcmp(argv[1], "claim") == 0)
      g[0] = claim(place, x, n, places);
    else
      scatter(g, place, x, n, w);
    w = 0.9f * w + 1e-3f * g[0];
  }
  printf("%.9g\n", w);
  free(x);
  free(g);
  free(place);
  return 0;
}
