// Field paths through nested structs: each member has its own verdict.
// RUN: cd %S && %detrain plan nested_structs.c -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan nested_structs.c -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
//
// CHECK-DAG: {{^  }}model.optimizer.moments.m {{.*}} carried{{$}}
// CHECK-DAG: {{^  }}model.optimizer.moments.v {{.*}} dead{{$}}
// CHECK-DAG: {{^  }}model.optimizer.rate {{.*}} invariant{{$}}
// CHECK-DAG: {{^  }}model.w {{.*}} carried{{$}}
// CHECK-DAG: {{^  }}model.g {{.*}} dead{{$}}
//
// Twin 1: the first moment is written before it is read.
// TWIN1-DAG: {{^  }}model.optimizer.moments.m {{.*}} dead{{$}}
// TWIN1-DAG: {{^  }}model.optimizer.moments.v {{.*}} dead{{$}}
#include <stdio.h>
struct Moments { float m[64], v[64]; };
struct Optimizer { struct Moments moments; float rate; };
struct Model { struct Optimizer optimizer; float w[64], g[64]; };
static void Update(struct Optimizer *o, float *w, const float *g) {
    struct Moments *moments = &o->moments;
    for (int i = 0; i < 64; i++) {
#if TWIN == 1
        moments->m[i] = 0.1f * g[i];
#else
        moments->m[i] = 0.9f * moments->m[i] + 0.1f * g[i];
#endif
        moments->v[i] = g[i] * g[i];
        w[i] -= o->rate * moments->m[i] / (moments->v[i] + 1);
    }
}
int main(void) {
    struct Model model = {.optimizer.rate = 0.1f};
    for (int step = 0; step < 100; step++) {
        for (int i = 0; i < 64; i++) model.g[i] = model.w[i] - (float)i;
        Update(&model.optimizer, model.w, model.g);
    }
    printf("%f\n", model.w[0]);
}
