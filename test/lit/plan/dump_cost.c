// --dump=cost: what the phases went over on the way to the plan, counted.
// RUN: %detrain plan --dump=cost %s | FileCheck %s
// RUN: %detrain plan --dump=cost %s > %t.again && %detrain plan --dump=cost %s | diff - %t.again
// RUN: %detrain plan --dump=cost --tier=0 %s | FileCheck %s --check-prefix=TIER0
// RUN: %detrain plan --dump=cost %s -- -DNO_LOOP > %t.none 2> %t.error; test $? = 4
// RUN: FileCheck %s --check-prefix=NONE < %t.none
#include <stdio.h>

static double w[4], g[4];

// Called with one shape of arguments from two places, with another from a third.
static void add(double *to, const double *from, int n) {
  for (int i = 0; i < n; i++)
    to[i] += 0.1 * from[i];
}

int main(void) {
#ifndef NO_LOOP
  for (int step = 0; step < 5; step++) {
    for (int i = 0; i < 4; i++)
      g[i] = w[i] + step;
    add(w, g, 4);
    add(g, w, 4);
    add(w, w, 4);
  }
#endif
  printf("%g\n", w[0]);
  return 0;
}

// CHECK: lift: 2 functions, {{[0-9]+}} operations
// CHECK-NEXT: flow: {{[0-9]+}} instances of functions, {{[0-9]+}} nodes, {{[0-9]+}} edges{{$}}
// CHECK-NEXT: infer: 2 runs, {{[0-9]+}} work, {{[0-9]+}} operations, {{[0-9]+}} calls, {{[0-9]+}} passes over loops
// CHECK: operations calls shapes function
// CHECK-DAG: {{^ *[0-9]+ +[0-9]+ +2  add$}}
// CHECK-DAG: {{^ *[0-9]+ +0 +0  main$}}

// Nothing is followed.
// TIER0: infer: 0 runs, 0 work, 0 operations, 0 calls, 0 passes over loops
// TIER0-NOT: function

// What it took to find that there is no plan.
// NONE: infer: {{[1-9][0-9]*}} runs
