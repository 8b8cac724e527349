// Pieces of one allocation, carved through a table of pointers: it is dead where the pieces that are read are written.
// RUN: cd %S && %detrain plan carve.c -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan carve.c -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
// RUN: cd %S && %detrain plan carve.c -- -DTWIN=2 | FileCheck %s --check-prefix=TWIN2
//
// CHECK-DAG: {{^  }}memory {{.*}} dead{{$}}
// CHECK-DAG: {{^  }}w {{.*}} carried{{$}}
//
// Twin 1: a row of the second piece is not written.
// TWIN1-DAG: {{^  }}memory {{.*}} carried{{$}}
//
// Twin 2: an element of it is not.
// TWIN2-DAG: {{^  }}memory {{.*}} carried{{$}}
#include <stdio.h>
#include <stdlib.h>
struct Acts { float *first, *second, *third; };
static float *Carve(struct Acts *a, const size_t *sizes) {
    float **slots[] = {&a->first, &a->second, &a->third};
    size_t all = 0;
    for (int i = 0; i < 3; i++) all += sizes[i];
    float *memory = malloc(all * sizeof(float)), *at = memory;
    for (int i = 0; i < 3; i++) {
        *slots[i] = at;
        at += sizes[i];
    }
    return memory;
}
int main(int argc, char **argv) {
    size_t n = strtoul(argv[1], NULL, 10), m = strtoul(argv[2], NULL, 10);
    size_t sizes[] = {n, n * m, m};
    float *w = calloc(n, sizeof(float));
    struct Acts a;
    float *memory = Carve(&a, sizes);
    for (int step = 0; step < 100; step++) {
        for (size_t i = 0; i < n; i++) a.first[i] = w[i] + 1;
#if TWIN == 1
        for (size_t i = 0; i < n * m - m; i++) a.second[i] = 2;
#elif TWIN == 2
        for (size_t i = 0; i < n * m - 1; i++) a.second[i] = 2;
#else
        for (size_t i = 0; i < n * m; i++) a.second[i] = 2;
#endif
        for (size_t j = 0; j < m; j++) a.third[j] = 3;
        for (size_t i = 0; i < n; i++) {
            float sum = a.first[i];
            for (size_t j = 0; j < m; j++) sum += a.second[i * m + j] * a.third[j];
            w[i] -= sum;
        }
    }
    printf("%f\n", w[0]);
    free(memory);
}
