// A loop inside of a parallel region is no step loop, as no jump may enter it: the one around the region is.
// RUN: %detrain plan %s -- -fopenmp | FileCheck %s
// CHECK: openmp_loop_inside.c:[[@LINE+8]] in main
#include <omp.h>
#include <stdio.h>
int main(void) {
  static float x[512], part[64];
  float w = 1;
  for (int i = 0; i < 512; i++)
    x[i] = 1.0f / (float)(i + 1);
  for (int step = 0; step < 4; step++) {
    for (int i = 0; i < 64; i++)
      part[i] = 0;
#pragma omp parallel
    {
      const int me = omp_get_thread_num(), all = omp_get_num_threads();
      for (int i = me; i < 512; i += all)
        part[me % 64] += x[i] * w;
    }
    float sum = 0;
    for (int i = 0; i < 64; i++)
      sum += part[i];
    w = 0.5f * w + 0.01f * sum;
  }
  printf("%.9g\n", w);
}
