// Tables of pointers that the code before the loop fills in part; the first step finds null in the rest and fills it.
// RUN: cd %S && %detrain plan table_with_gaps.c -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan table_with_gaps.c -- -DTWIN=1 | FileCheck %s
// RUN: cd %S && %detrain plan table_with_gaps.c -- -DTWIN=2 | FileCheck %s
// RUN: cd %S && %detrain plan table_with_gaps.c -- -DTWIN=3 | FileCheck %s --check-prefix=TWIN3
//
// CHECK: bitwise
// CHECK-DAG: {{^  .*}}net.m {{.*}} carried{{$}}
// CHECK-DAG: {{^  .*}}net.m[] {{.*}} carried{{$}}
//
// Twin 3: all of it is filled, and no step asks whether it is.
// TWIN3-DAG: {{^  .*}}net.m[] {{.*}} carried{{$}}
// TWIN3-DAG: {{^  .*}}net.m {{.*}} invariant{{$}}
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define N 40
struct Net {
  float* w[N];
  float* m[N];
};
#if TWIN != 1
static struct Net net;
#endif
static float* Block(float x) {
  float* block = malloc(sizeof *block);
  if (block == NULL)
    exit(1);
  *block = x;
  return block;
}
static void Clear(float** table) {
  memset(table, 0, N * sizeof *table);
}
int main(void) {
#if TWIN == 1
  struct Net net;
  memset(net.m, 0, sizeof net.m);
#elif TWIN == 2
  Clear(net.m);
#endif
  for (int i = 0; i < N; i++)
    net.w[i] = Block((float)i);
#if TWIN == 0
  for (int i = 0; i < 2; i++)
#else
  for (int i = 0; i < N && TWIN == 3; i++)
#endif
    net.m[i] = Block(0);
  float loss = 1;
  for (int step = 0; step < 6; step++) {
    for (int i = 0; i < N; i++) {
#if TWIN != 3
      if (net.m[i] == NULL)
        net.m[i] = Block(0);
#endif
      *net.m[i] = 0.9f * *net.m[i] + loss * 0.1f;
      *net.w[i] -= *net.m[i];
      loss += *net.w[i] * 0.01f;
    }
    printf("%f\n", (double)loss);
  }
}
