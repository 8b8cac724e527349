// A member that is a record, seen as one array of its scalars: all of its members are written.
// RUN: cd %S && %detrain plan record_as_array.c -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan record_as_array.c -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
//
// CHECK-DAG: {{^  }}main::ag.q.w {{.*}} carried{{$}}
// CHECK-DAG: {{^  }}main::ag.q.b {{.*}} carried{{$}}
// CHECK-DAG: {{^  }}main::ag.m.b {{.*}} carried{{$}}
// CHECK-DAG: {{^  }}main::ag.rate {{.*}} invariant{{$}}
//
// Twin 1: only its first array is.
// TWIN1-DAG: {{^  }}main::ag.q.w {{.*}} carried{{$}}
// TWIN1-DAG: {{^  }}main::ag.q.b {{.*}} invariant{{$}}
#include <stdio.h>
typedef struct {
    float w[4], b[4];
} net;
typedef struct {
    net q, m;
    float rate;
} agent;
static void learn(agent *a) {
    net grad;
    for (int i = 0; i < 4; i++) {
        grad.w[i] = a->q.w[i] + 0.1f;
        grad.b[i] = a->q.b[i] - 0.1f;
    }
#if TWIN == 1
    float *w = a->q.w, *g = grad.w, *m = a->m.w;
    for (unsigned i = 0; i < sizeof a->q.w / sizeof(float); i++) {
#else
    float *w = (float *)&a->q, *g = (float *)&grad, *m = (float *)&a->m;
    for (unsigned i = 0; i < sizeof(net) / sizeof(float); i++) {
#endif
        m[i] = 0.9f * m[i] + g[i];
        w[i] -= a->rate * m[i];
    }
}
int main(void) {
    static agent ag;
    ag.rate = 0.1f;
    for (int i = 0; i < 4; i++) ag.q.w[i] = ag.q.b[i] = i;
    for (int step = 0; step < 10; step++) learn(&ag);
    for (int i = 0; i < 4; i++) printf("%.9g %.9g\n", ag.q.w[i], ag.q.b[i]);
    return 0;
}
