// Structs of several types in blocks of one place in the program, which no type describes: the plan says that it cannot
// restore the pointers in them.
// RUN: cd %S && %detrain plan untyped_pointers.c | FileCheck %s
// CHECK: not replayable
// CHECK: untyped_pointers.c:{{[0-9]+}}: net->priv holds pointers, but no type says where
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
  d->t++;
  for (int i = 0; i < l->n; i++) { d->g[i] += d->w[i] + i; d->w[i] -= 0.01f * d->g[i] / d->t; d->g[i] = 0; }
}
static void scale_step(struct layer *l) {
  struct scale *s = l->priv;
  for (int i = 0; i < l->n; i++) s->s[i] = s->s[i] * 0.9f + i;
}
int main(void) {
  struct layer *net = dense_new(4);
  net->next = scale_new(3);
  for (int step = 0; step < 10; step++) { dense_step(net); scale_step(net->next); }
  printf("%.9g %.9g\n", ((struct dense *)net->priv)->w[3], ((struct scale *)net->next->priv)->s[2]);
  return 0;
}
