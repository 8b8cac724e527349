// A loop inside of a parallel region makes a complete update; the step loop is around the region all the same, as no
// jump may enter it.
// RUN: %detrain plan %s -- -fopenmp | FileCheck %s
// CHECK: openmp_loop_inside.c:[[# @LINE + 7]] in main
#include <omp.h>
#include <stdio.h>
int main(void) {
  static float x[512], w[64];
  for (int i = 0; i < 512; i++)
    x[i] = 1.0f / (float)(i + 1);
  for (int step = 0; step < 4; step++) {
#pragma omp parallel
    {
      const int me = omp_get_thread_num(), all = omp_get_num_threads();
      for (int i = me; i < 512; i += all)
        w[i % 64] = 0.5f * w[i % 64] + x[i];
    }
  }
  printf("%.9g\n", w[3]);
}
