// A function of the C library does through a pointer what it does when it is called.
// RUN: cd %S && %detrain plan library_pointers.c -- -DTWIN=0 2>&1 | FileCheck %s
// RUN: cd %S && %detrain plan library_pointers.c -- -DTWIN=1 2>&1 | FileCheck %s --check-prefix=TWIN1
//
// CHECK: bitwise
// CHECK-DAG: {{^  }}library_pointers.c::w {{.*}} carried{{$}}
// CHECK-DAG: {{^  }}library_pointers.c::other {{.*}} invariant{{$}}
//
// Twin 1: one of the two draws.
// TWIN1-DAG: {{^  }}libc::rand {{.*}} stream{{$}}
// TWIN1-DAG: {{^  }}library_pointers.c::w {{.*}} carried{{$}}
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
static double w[16], other[4] = {1, 2, 3, 4};
static void step(double (*activation)(double), int (*noise)(void)) {
  for (int i = 0; i < 16; i++)
    w[i] += 0.1 * (other[i % 4] - activation(w[i])) + (noise ? noise() % 3 : 0);
}
int main(int argc, char **argv) {
  (void)argv;
  for (int i = 0; i < 20; i++)
    step(argc > 1 ? tanh : &atan, TWIN ? rand : NULL);
  printf("%f\n", w[0]);
}
