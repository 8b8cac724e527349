// What threads do in an order of their own is assumed to happen in the program's, and the plan says so.
// RUN: cd %S && %detrain plan openmp_order.c -- -fopenmp -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan openmp_order.c -- -fopenmp -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
// RUN: cd %S && %detrain plan openmp_order.c -- -fopenmp -DTWIN=2 | FileCheck %s --check-prefix=TWIN2
// RUN: cd %S && %detrain plan openmp_order.c -- -fopenmp -DTWIN=3 | FileCheck %s --check-prefix=TWIN3
// RUN: cd %S && %detrain plan openmp_order.c -- -fopenmp -DTWIN=4 | FileCheck %s --check-prefix=TWIN4
// RUN: cd %S && %detrain plan openmp_order.c -- -fopenmp -DTWIN=5 | FileCheck %s --check-prefix=TWIN5
// RUN: cd %S && %detrain plan openmp_order.c -- -fopenmp -DTWIN=6 | FileCheck %s --check-prefix=TWIN6
// RUN: cd %S && %detrain plan openmp_order.c -- -fopenmp -DTWIN=7 | FileCheck %s --check-prefix=TWIN5
// RUN: cd %S && %detrain plan openmp_order.c -- -DTWIN=0 | FileCheck %s --check-prefix=SERIAL
//
// CHECK: modelled
// CHECK: omp reduction (openmp_order.c:{{[0-9]+}}, catalog): partial sums are assumed
//
// Twin 1: a sum of its own for each element.
// TWIN1: bitwise
//
// Twin 2: all threads write one variable.
// TWIN2: modelled
// TWIN2: sum (openmp_order.c:{{[0-9]+}}, catalog): threads of a parallel region are assumed to write it
//
// Twin 3: one after the other, in some order.
// TWIN3: modelled
// TWIN3: omp atomic (openmp_order.c:{{[0-9]+}}, catalog)
//
// Twin 4: so.
// TWIN4: modelled
// TWIN4: omp critical (openmp_order.c:{{[0-9]+}}, catalog): threads are assumed to take turns
//
// Twin 5: integers add up to the same.
// TWIN5: bitwise
//
// Twin 6: slots that threads claim. Twin 7: they only count.
// TWIN6: modelled
// TWIN6: omp atomic (openmp_order.c:{{[0-9]+}}, catalog)
//
// SERIAL: bitwise
#include <stdio.h>
int main(void) {
    float w[64] = {0}, out[64];
    out[0] = 0;
    for (int step = 0; step < 10; step++) {
        float sum = 0;
        int count = 0;
#if TWIN == 0
#pragma omp parallel for reduction(+ : sum)
        for (int i = 0; i < 64; i++) sum += w[i] + i;
#elif TWIN == 2
#pragma omp parallel for
        for (int i = 0; i < 64; i++) sum += w[i] + i;
#elif TWIN == 3
#pragma omp parallel for
        for (int i = 0; i < 64; i++) {
#pragma omp atomic
            sum += w[i] + i;
        }
#elif TWIN == 4
#pragma omp parallel for
        for (int i = 0; i < 64; i++) {
#pragma omp critical
            sum += w[i] + i;
        }
#elif TWIN == 5
#pragma omp parallel for reduction(+ : count)
        for (int i = 0; i < 64; i++) count += w[i] > i;
#elif TWIN == 6
#pragma omp parallel for
        for (int i = 0; i < 64; i++) {
            int slot;
#pragma omp atomic capture
            slot = count++;
            out[slot] = w[i];
        }
        for (int i = 1; i < count; i++) sum += out[i] * out[i - 1];
#elif TWIN == 7
#pragma omp parallel for
        for (int i = 0; i < 64; i++) {
#pragma omp atomic
            count++;
        }
#endif
#pragma omp parallel for
        for (int i = 0; i < 64; i++) {
            float own = 0;
            own += w[i] * 0.5f;
            w[i] = own + sum * 0.01f + count + i;
        }
    }
    printf("%g\n", w[3]);
}
