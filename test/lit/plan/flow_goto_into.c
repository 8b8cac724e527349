// A line search that returns to its caller for each value, and goes on by a goto into its loop, as code that was Fortran
// does. What the search keeps is state; what it computes anew each time is not.
// RUN: cd %S && %detrain plan flow_goto_into.c -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan flow_goto_into.c -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
//
// The step loop is main's, not the ones that the goto leads into.
// CHECK: flow_goto_into.c:{{[0-9]+}} in main; it is the innermost loop
// CHECK: bitwise
// CHECK-DAG: {{^  }}x {{.*}} carried{{$}}
// CHECK-DAG: {{^  }}search.direction {{.*}} carried{{$}}
// CHECK-DAG: {{^  }}search.start {{.*}} carried{{$}}
// CHECK-DAG: {{^  }}search.length {{.*}} carried{{$}}
// CHECK-DAG: {{^  }}search.phase {{.*}} carried{{$}}
// CHECK-DAG: {{^  }}search.slope {{.*}} dead{{$}}
// CHECK-DAG: {{^  }}g {{.*}} dead{{$}}
//
// Twin 1: the jump leads behind what clears the slope.
// TWIN1-DAG: {{^  }}search.slope {{.*}} carried{{$}}
// TWIN1-DAG: {{^  }}g {{.*}} dead{{$}}
#include <stdio.h>

enum { kSize = 16 };

struct Search {
  double direction[kSize], start[kSize], length, slope, best;
  int phase;
};

static void Advance(struct Search *s, double *x, double value, const double *g) {
  if (s->phase == 1)
    goto evaluated;
  for (;;) {
    for (int i = 0; i < kSize; i++) {
      s->direction[i] = -g[i];
      s->start[i] = x[i];
    }
#if TWIN == 1
    s->slope = 0;
#endif
    s->length = 1.0;
    s->best = value;
    for (;;) {
      for (int i = 0; i < kSize; i++)
        x[i] = s->start[i] + s->length * s->direction[i];
      s->phase = 1;
      return;
    evaluated:
#if TWIN == 0
      s->slope = 0;
#endif
      for (int i = 0; i < kSize; i++)
        s->slope += g[i] * s->direction[i];
      if (value < s->best && s->slope < 0)
        break;
      s->length *= 0.5;
    }
  }
}

int main(void) {
  struct Search search = {.phase = 0};
  double x[kSize], g[kSize];
  for (int i = 0; i < kSize; i++)
    x[i] = 0.25 * i;
  for (int step = 0; step < 40; step++) {
    double value = 0;
    for (int i = 0; i < kSize; i++) {
      const double e = x[i] - 1;
      value += (1 + i) * e * e;
      g[i] = 2 * (1 + i) * e;
    }
    Advance(&search, x, value, g);
  }
  printf("%f\n", x[3]);
  return 0;
}
