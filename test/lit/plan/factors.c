// What a function adds to is dead where a factor is a constant that says so, and not where it may be another one.
// RUN: cd %S && %detrain plan factors.c -- | FileCheck %s
//
// CHECK: bitwise
// CHECK-DAG: {{^  (main::)?}}w {{.*}} carried{{$}}
// CHECK-DAG: {{^  (main::)?}}by_literal {{.*}} dead{{$}}
// CHECK-DAG: {{^  (main::)?}}by_variable {{.*}} dead{{$}}
// CHECK-DAG: {{^  (main::)?}}by_place {{.*}} dead{{$}}
//
// CHECK-DAG: {{^  (main::)?}}by_one {{.*}} carried{{$}}
// CHECK-DAG: {{^  (main::)?}}after_first {{.*}} carried{{$}}
// CHECK-DAG: {{^  (main::)?}}by_read {{.*}} carried{{$}}
// CHECK-DAG: {{^  (main::)?}}by_choice {{.*}} carried{{$}}
// CHECK-DAG: {{^  (main::)?}}by_product {{.*}} carried{{$}}
// CHECK-DAG: {{^  (main::)?}}in_turns {{.*}} carried{{$}}
#include <stdio.h>
#include <string.h>
#define N 8
static void Scale(float beta, float* c) {
  for (int i = 0; i < N; ++i) {
    if (beta == 0)
      c[i] = 0;
    else if (beta != 1)
      c[i] *= beta;
  }
}
// c = a + beta c; what c held counts only where beta is not zero.
static void Add(const float* a, float beta, float* c) {
  Scale(beta, c);
  for (int i = 0; i < N; ++i)
    c[i] += a[i];
}
static void AddAt(const float* a, const float* beta, float* c) {
  Add(a, *beta, c);
}
// The factor of the last iteration is not that of the first one.
static void AddInTurns(const float* a, float beta, float* c) {
  float other[N] = {0};
  for (int turn = 0; turn < 2; ++turn) {
    Add(a, beta, turn == 0 ? other : c);
    beta = 0.5f;
  }
}
int main(void) {
  static float w[N];
  static float by_literal[N], by_variable[N], by_place[N], by_one[N], after_first[N], by_read[N], by_choice[N],
      by_product[N], in_turns[N];
  const float none = 0;
  const float all = 1;
  float changed = 0, read = 0;
  float* place = &changed;
  for (int step = 0; step < 10; ++step) {
    Add(w, 0.0f, by_literal);
    Add(w, none, by_variable);
    AddAt(w, &none, by_place);
    Add(w, all, by_one);
    AddAt(w, &changed, after_first);
    AddAt(w, &read, by_read);
    Add(w, step > 0 ? 1.0f : 0.0f, by_choice);
    Add(w, none * w[0], by_product);
    AddInTurns(w, 0.0f, in_turns);
    for (int i = 0; i < N; ++i)
      w[i] += 0.1f + by_literal[i] - by_variable[i] + by_place[i] - by_one[i] + after_first[i] - by_read[i] +
              by_choice[i] - by_product[i] + in_turns[i];
    *place = 0.5f;
    memset(&read, 0x3e, sizeof read);
    printf("%f\n", w[0]);
  }
}
