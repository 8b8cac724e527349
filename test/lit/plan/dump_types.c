// --dump=types: replay types of variables, with no plan and no main needed.
// RUN: %detrain plan --dump=types %s -- -fopenmp | FileCheck %s
// CHECK-DAG: {{^}}libc::rand: env<clock> + rnd<libc::rand>  carried
// CHECK-DAG: dump_types.c:[[@LINE+5]]: dump_types.c::w: env<clock> + ord<{{.*}}dump_types.c:[[@LINE+13]]> + rnd<libc::rand>  carried
// CHECK-DAG: dump_types.c:[[@LINE+5]]: dump_types.c::fixed: det
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
static float w = 1;
static int fixed;
int main(void) {
  srand((unsigned)time(NULL));
  fixed = 3;
  for (int i = 0; i < 9; i++) {
    w = w * w * 0.5f + (float)rand();
    float sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int k = 0; k < fixed; k++) sum += w * (float)k;
    w += sum;
  }
  printf("%f\n", (double)w);
}
