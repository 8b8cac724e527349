// One malloc holds a struct, and behind it the arrays that its pointers lead to.
// RUN: cd %S && %detrain plan header_and_tail.c -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan header_and_tail.c -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
//
// CHECK: {{^  }}n+1 {{.*}} carried{{$}}
// CHECK: {{^  }}n->weight {{.*}} invariant{{$}}
//
// Twin 1: a step changes the struct, too.
// TWIN1-DAG: {{^  }}n->updates {{.*}} carried{{$}}
// TWIN1-DAG: {{^  }}n+1 {{.*}} carried{{$}}
#include <stdio.h>
#include <stdlib.h>

typedef struct {
  int inputs, outputs, updates;
  double *weight, *output;
} net;

static net *make(int inputs, int outputs) {
  const size_t numbers = (size_t)(inputs * outputs + outputs);
  net *n = malloc(sizeof(net) + sizeof(double) * numbers);
  if (!n)
    return 0;
  n->inputs = inputs;
  n->outputs = outputs;
  n->updates = 0;
  n->weight = (double *)((char *)n + sizeof(net));
  n->output = n->weight + inputs * outputs;
  for (int i = 0; i < inputs * outputs; i++)
    n->weight[i] = 0.1 * i;
  return n;
}

static void train(net *n, const double *x, const double *t) {
  const double *w = n->weight;
  for (int j = 0; j < n->outputs; j++) {
    double sum = 0;
    for (int k = 0; k < n->inputs; k++)
      sum += *w++ * x[k];
    n->output[j] = sum;
  }
  for (int j = 0; j < n->outputs; j++)
    for (int k = 0; k < n->inputs; k++)
      n->weight[j * n->inputs + k] -= 0.1 * (n->output[j] - t[j]) * x[k];
#if TWIN == 1
  if (n->output[0] > 0.5)
    n->updates++;
#endif
}

int main(int argc, char **argv) {
  net *n = make(argc > 1 ? atoi(argv[1]) : 3, 2);
  const double x[8] = {1, 2, 3}, t[2] = {1, -1};
  for (int step = 0; step < 10; step++)
    train(n, x, t);
  printf("%.17g %.17g %d\n", n->weight[0], n->weight[1], n->updates);
  free(n);
  return 0;
}
