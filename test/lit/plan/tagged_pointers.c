// A flag in the low bit of an address that is kept as a number: what it leads to is one of those whose addresses were
// made numbers, and is written there; what was not is not.
// RUN: cd %S && %detrain plan tagged_pointers.c | FileCheck %s
// CHECK: modelled
// CHECK-DAG: {{^  }}nodes->v {{.*}} carried{{$}}
// CHECK-DAG: {{^  }}nodes+1 {{.*}} carried{{$}}
// CHECK-DAG: {{^  }}w {{.*}} carried{{$}}
// CHECK: {{^  }}apart {{.*}} invariant{{$}}
// CHECK: the runtime gives blocks of the heap the same
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
  double v;
  uintptr_t next;
} Node;

int main(void) {
  Node* nodes = calloc(4, sizeof *nodes);
  float *apart = calloc(4, sizeof *apart), w[4] = {1, 2, 3, 4}, sum = 0;
  for (int i = 0; i < 3; i++)
    nodes[i].next = (uintptr_t)&nodes[i + 1] | (unsigned)(i & 1);
  for (int step = 0; step < 10; step++) {
    for (int i = 0; i < 4; i++)
      w[i] = w[i] * 0.5f + apart[i] + 1;
    Node* n = (Node*)(nodes[step % 2].next & ~(uintptr_t)1);
    n->v += w[0];
    sum += w[1];
  }
  printf("%f %f %f\n", sum, nodes[1].v, nodes[2].v);
}
