// What each of OpenMP's threads makes in a part of its own, and one adds up in their order, depends on how many they
// are, and so does the plan's promise: a run goes on with as many. That is no reading of the environment.
// RUN: %detrain plan %s -- -fopenmp | FileCheck %s
// CHECK: Guarantee
// CHECK-NEXT: bitwise
// CHECK: Saved at each checkpoint
// CHECK: {{^  }}w {{.*}} carried
// CHECK-NOT: Inputs
#include <omp.h>
#include <stdio.h>
int main(void) {
  static float x[512], part[64];
  float w[2] = {1, 2};
  const int threads = omp_get_max_threads() < 64 ? omp_get_max_threads() : 64;
  for (int i = 0; i < 512; i++)
    x[i] = 1.0f / (float)(i + 1);
  for (int step = 0; step < 4; step++) {
    for (int t = 0; t < threads; t++)
      part[t] = 0;
#pragma omp parallel num_threads(threads)
    {
      const int me = omp_get_thread_num();
#pragma omp for schedule(static)
      for (int i = 0; i < 512; i++)
        part[me] += x[i] * w[0];
    }
    float sum = 0;
    for (int t = 0; t < threads; t++)
      sum += part[t];
    w[0] = 0.5f * w[1] + 0.01f * sum;
    w[1] = 0.5f * w[0];
  }
  printf("%.9g\n", (double)w[0]);
}
