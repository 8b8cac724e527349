// A pointer that leads to one of two records, to each of which another one surely leads: each has a region of its own.
// RUN: cd %S && %detrain plan one_of_two.c -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan one_of_two.c -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
//
// CHECK-DAG: {{^  }}now {{.*}} carried{{$}}
// CHECK-DAG: {{^  }}a->w {{.*}} dead{{$}}
// CHECK-DAG: {{^  }}b->w {{.*}} carried{{$}}
//
// Twin 1: it stays where it is.
// TWIN1-DAG: {{^  }}a->w {{.*}} dead{{$}}
// TWIN1-DAG: {{^  }}b->w {{.*}} carried{{$}}
#include <stdio.h>
#include <stdlib.h>
struct layer { int n; float *w; struct layer *next; };
static struct layer *one(int n) {
    struct layer *l = calloc(1, sizeof *l);
    l->n = n;
    l->w = calloc(n, sizeof(float));
    return l;
}
int main(void) {
    struct layer *a = one(4), *b = one(4), *now = a;
    a->next = b;
    b->next = a;
    for (int step = 0; step < 10; step++) {
        for (int i = 0; i < 4; i++) a->w[i] = i;
        for (int i = 0; i < 4; i++) b->w[i] += a->w[i];
        now->n = 4;
#if TWIN != 1
        now = now->next;
#endif
    }
    printf("%g %d\n", b->w[3], now->n);
}
