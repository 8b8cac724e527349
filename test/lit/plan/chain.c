// Layers that are linked by pointers: walked by loops from one to the next, and by a function that calls itself. Each
// layer stays one of its own.
// RUN: cd %S && %detrain plan chain.c -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan chain.c -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
// RUN: cd %S && %detrain plan chain.c -- -DTWIN=2 | FileCheck %s --check-prefix=TWIN2
//
// CHECK: chain.c:64 in main
// CHECK: Saved at each checkpoint: 3 entries
// CHECK-DAG: {{^  }}hidden->w {{.*}} carried{{$}}
// CHECK-DAG: {{^  }}out->w {{.*}} carried{{$}}
// CHECK-DAG: {{^  }}in->y {{.*}} dead{{$}}
// CHECK-DAG: {{^  }}hidden->y {{.*}} dead{{$}}
// CHECK-DAG: {{^  }}hidden->e {{.*}} dead{{$}}
// CHECK-NOT: recursion
//
// Twin 1: the errors of a layer are added to what they were.
// TWIN1: chain.c:64 in main
// TWIN1-DAG: {{^  }}in->e {{.*}} carried{{$}}
// TWIN1-DAG: {{^  }}hidden->e {{.*}} carried{{$}}
// TWIN1-DAG: {{^  }}out->e {{.*}} dead{{$}}
//
// Twin 2: there are as many layers as the command line says, so that which one a pointer leads to is not known.
// TWIN2: chain.c:64 in main
// TWIN2-DAG: {{^  }}in->w {{.*}} carried{{$}}
// TWIN2-DAG: {{^  }}in->y {{.*}} carried{{$}}
#include <stdio.h>
#include <stdlib.h>
struct layer {
  struct layer *before, *next;
  double w[4], y[4], e[4];
};
static struct layer* make(struct layer* before) {
  struct layer* l = calloc(1, sizeof *l);
  l->before = before;
  if (before)
    before->next = l;
  for (int i = 0; i < 4; i++)
    l->w[i] = i;
  return l;
}
static void forward(struct layer* l) {
  for (int i = 0; i < 4; i++)
    l->y[i] = l->w[i] * l->before->y[3 - i];
}
static void backward(struct layer* l) {
  for (int i = 0; i < 4; i++)
    l->before->e[i] = (TWIN == 1 ? l->before->e[i] : 0) + l->e[i] * l->w[i];
}
static void update(struct layer* l, double rate) {
  if (l == NULL || !l->before)
    return;
  for (int i = 0; i < 4; i++)
    l->w[i] -= rate * l->e[i] * l->y[i];
  update(l->before, rate);
}
int main(int argc, char** argv) {
  struct layer *in = make(NULL), *hidden = make(in), *out = make(hidden);
#if TWIN == 2
  for (int i = 0; i < atoi(argv[1]); i++)
    out = make(out);
#else
  (void)argc, (void)argv;
#endif
  for (int step = 0; step < 10; step++) {
    for (int i = 0; i < 4; i++)
      in->y[i] = i + step;
    for (struct layer* l = in->next; l; l = l->next)
      forward(l);
    for (int i = 0; i < 4; i++)
      out->e[i] = out->y[i] - 1;
    for (struct layer* l = out; l->before != NULL; l = l->before)
      backward(l);
    update(out, 0.01);
    printf("%f\n", out->y[0]);
  }
}
