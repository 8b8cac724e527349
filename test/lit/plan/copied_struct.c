// A structure is copied whole after some of its members were set: only the others are read from the step before.
// RUN: cd %S && %detrain plan copied_struct.c -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan copied_struct.c -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
// RUN: cd %S && %detrain plan copied_struct.c -- -DTWIN=2 | FileCheck %s --check-prefix=TWIN2
//
// CHECK: Saved at each checkpoint
// CHECK-DAG: {{^  }}p.step {{.*}} counter{{$}}
// CHECK-DAG: {{^  }}p.mean {{.*}} carried{{$}}
// CHECK: Left out
// CHECK-DAG: {{^  }}p.rate {{.*}} dead{{$}}
// CHECK-DAG: {{^  }}p.scale {{.*}} dead{{$}}
// CHECK-DAG: {{^  }}p.decay {{.*}} invariant{{$}}
//
// Twin 1: the rate is set in every second step only.
// TWIN1: Saved at each checkpoint
// TWIN1-DAG: {{^  }}p.rate {{.*}} carried{{$}}
// TWIN1: Left out
// TWIN1-DAG: {{^  }}p.scale {{.*}} dead{{$}}
//
// Twin 2: the scale is set on neither way where the rate is large.
// TWIN2: Saved at each checkpoint
// TWIN2-DAG: {{^  }}p.scale {{.*}} carried{{$}}
// TWIN2: Left out
// TWIN2-DAG: {{^  }}p.rate {{.*}} dead{{$}}
#include <stdio.h>
#include <stdlib.h>

struct parameters {
    float rate, decay;
    int step;
    float mean;
    double scale;
};

static void update(float *w, int n, struct parameters p) {
    for (int i = 0; i < n; i++) w[i] = w[i] * p.decay + p.rate * (float)p.scale * p.mean / (float)(p.step + i + 1);
}

int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 8;
    float *w = calloc(n, sizeof(float));
    struct parameters p = {0.1f, 0.9f, 0, 0, 1};
    for (int epoch = 0; epoch < 12; epoch++) {
#if TWIN == 1
        if (epoch % 2)
#endif
        p.rate = 1.0f / (float)(epoch + 1);
        if (epoch > 5)
            p.scale = 0.5;
#if TWIN == 2
        else if (p.rate < 0.5f)
            p.scale = 2;
#else
        else
            p.scale = 2;
#endif
        p.mean = 0.5f * p.mean + 1;
        for (int part = 0; part < n; part++) update(w + part, n - part, p);
        p.step++;
    }
    printf("%g\n", w[0]);
}
