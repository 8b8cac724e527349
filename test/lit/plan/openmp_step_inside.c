// A step loop that is asked for inside of an OpenMP construct: all threads of the region would come to the boundary. The
// rewrite refuses it, and the plan says why. So it is where a function is called there.
// RUN: cd %S && %detrain plan --step openmp_step_inside.c:20 openmp_step_inside.c -- -fopenmp | FileCheck %s --check-prefixes=CHECK,LOOP
// RUN: cd %S && %detrain plan --step openmp_step_inside.c:11 openmp_step_inside.c -- -fopenmp | FileCheck %s --check-prefixes=CHECK,CALL
// Where nobody names it, and none is around the region, it is taken, too.
// RUN: cd %S && %detrain plan openmp_step_inside.c -- -fopenmp -DALONE | FileCheck %s --check-prefixes=ALONE
// ALONE: openmp_step_inside.c:{{[0-9]+}} in main; it updates parameters, and no loop is around the
// ALONE: not replayable
static float w[8];
static void train(void) {
  for (int step = 0; step < 9; step++)
    for (int i = 0; i < 8; i++) w[i] += 0.5f * (1.0f - w[i]);
}
int main(void) {
// CHECK: not replayable
// LOOP: openmp_step_inside.c:20: the step loop's nest stands inside an OpenMP construct
#pragma omp parallel
  {
    float rate = 0.5f;
    for (int step = 0; step < 9; step++)
      for (int i = 0; i < 8; i++) w[i] += rate * (1.0f - w[i]);
  }
#ifndef ALONE
// CALL: openmp_step_inside.c:[[#@LINE+2]]: the step loop's nest stands inside an OpenMP construct
#pragma omp parallel
  train();
#endif
  return w[3] > 0.5f;
}
