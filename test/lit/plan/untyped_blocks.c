// Records in blocks that were allocated as plain bytes: their type is the one through which the program uses them. One
// allocation in a helper with two callers makes blocks of two types.
// RUN: cd %S && %detrain plan untyped_blocks.c -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan untyped_blocks.c -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
// RUN: cd %S && %detrain plan untyped_blocks.c -- -DTWIN=2 | FileCheck %s --check-prefix=TWIN2
// RUN: cd %S && %detrain plan untyped_blocks.c -- -DTWIN=3 | FileCheck %s --check-prefix=TWIN3
//
// CHECK: bitwise
// CHECK-DAG: {{^  }}net->priv->t {{.*}} counter{{$}}
// CHECK-DAG: {{^  }}net->priv->w {{.*}} carried{{$}}
// CHECK-DAG: {{^  }}net->priv->g {{.*}} dead{{$}}
// CHECK-DAG: {{^  }}net->next->priv->s {{.*}} carried{{$}}
//
// Twin 1: both blocks are of one type.
// TWIN1: bitwise
// TWIN1-DAG: {{^  }}net->next->priv->w {{.*}} carried{{$}}
//
// Twin 2: one block is used as both.
// TWIN2: modelled
// TWIN2: net->priv holds pointers, and is used as struct dense
// TWIN2-NEXT: (untyped_blocks.c:{{[0-9]+}}) and as struct scale (untyped_blocks.c:{{[0-9]+}})
//
// Twin 3: a pointer that is restored may lead to either layer, whose blocks are then not told apart.
// TWIN3: modelled
// TWIN3: net->priv and now->priv are of different types
//
// Twin 4: as twin 2, but nothing in the block itself is state, only what its pointers lead to.
// RUN: cd %S && %detrain plan untyped_blocks.c -- -DTWIN=4 | FileCheck %s --check-prefix=TWIN2
#include <stdio.h>
#include <stdlib.h>
struct layer { int n; void *priv; struct layer *next; };
struct dense { int pad; float *w, *g; int t; };
struct scale { float *s; };
static struct layer *layer_new(int n, size_t priv) {
    struct layer *l = calloc(1, sizeof *l);
    l->n = n;
    l->priv = priv ? calloc(1, priv) : NULL;
    return l;
}
static struct layer *dense_new(int n) {
    struct layer *l = layer_new(n, sizeof(struct dense));
    struct dense *d = l->priv;
    d->w = calloc(n, sizeof(float));
    d->g = calloc(n, sizeof(float));
    return l;
}
static struct layer *scale_new(int n) {
    struct layer *l = layer_new(n, sizeof(struct scale));
    struct scale *s = l->priv;
    s->s = calloc(n, sizeof(float));
    return l;
}
static void dense_step(struct layer *l) {
    struct dense *d = l->priv;
#if TWIN != 4
    d->t++;
#endif
    for (int i = 0; i < l->n; i++) d->g[i] = d->w[i] + i;
    for (int i = 0; i < l->n; i++) d->w[i] -= 0.01f * d->g[i] / (1 + d->t);
}
static void scale_step(struct layer *l) {
    struct scale *s = l->priv;
    for (int i = 0; i < l->n; i++) s->s[i] = s->s[i] * 0.9f + i;
}
int main(int argc, char **argv) {
    struct layer *net = dense_new(4);
#if TWIN == 1
    net->next = dense_new(3);
#else
    net->next = scale_new(3);
#endif
#if TWIN == 3
    struct layer *now = net;
#endif
    for (int step = 0; step < 10; step++) {
        dense_step(net);
#if TWIN == 1
        dense_step(net->next);
#else
        scale_step(net->next);
#endif
#if TWIN == 2 || TWIN == 4
        if (argc > 9) scale_step(net);
#endif
#if TWIN == 3
        now->n = 3;
        now = now == net ? net->next : net;
#endif
    }
#if TWIN != 1
    printf("%g\n", ((struct scale *)net->next->priv)->s[2]);
#endif
    printf("%g\n", ((struct dense *)net->priv)->w[2]);
}
