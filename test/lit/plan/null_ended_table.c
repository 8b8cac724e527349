// A table of names ends with null, given or not: the loop over it ends, and what follows runs.
// RUN: cd %S && %detrain plan null_ended_table.c -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan null_ended_table.c -- -DTWIN=1 | FileCheck %s
//
// CHECK-DAG: {{^  }}null_ended_table.c::w {{.*}} carried{{$}}
// CHECK-DAG: {{^  }}step {{.*}} counter{{$}}
#include <stdio.h>
#include <string.h>
typedef double (*objective)(const double *, int);
static double sphere(const double *x, int n) {
    double r = 0;
    while (n--) r += x[n] * x[n];
    return r;
}
static double sum(const double *x, int n) {
    double r = 0;
    while (n--) r += x[n];
    return r;
}
#if TWIN == 1
static const struct {
    const char *name;
    objective f;
} objectives[3] = {{"sphere", sphere}, {"sum", sum}};
#else
static const struct {
    const char *name;
    objective f;
} objectives[] = {{"sphere", sphere}, {"sum", sum}, {NULL, NULL}};
#endif
static double w[4];
int main(int argc, char **argv) {
    objective f = sphere;
    for (int i = 0; objectives[i].name; i++)
        if (argc > 1 && strcmp(argv[1], objectives[i].name) == 0) f = objectives[i].f;
    for (int step = 0; step < 10; step++) {
        for (int i = 0; i < 4; i++) w[i] += 0.1 * i - 0.01 * w[i];
        printf("%.9g\n", f(w, 4));
    }
    return 0;
}
