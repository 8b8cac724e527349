// Buffers that each step leaves as the code before the loop does: as zeros. And those of which that is not so.
// RUN: cd %S && %detrain plan left_at_zero.c -- | FileCheck %s
//
// CHECK: bitwise
// CHECK-DAG: {{^  (main::)?}}w {{.*}} carried{{$}}
// CHECK-DAG: {{^  (main::)?}}by_memset {{.*}} invariant{{$}}
// CHECK-DAG: {{^  (main::)?}}by_loop {{.*}} invariant{{$}}
// CHECK-DAG: {{^  (main::)?}}by_update {{.*}} invariant{{$}}
// CHECK-DAG: {{^  (main::)?}}by_rows {{.*}} invariant{{$}}
// CHECK-DAG: {{^  .*}}sum {{.*}} invariant{{$}}
//
// CHECK-DAG: {{^  (main::)?}}but_last {{.*}} carried{{$}}
// CHECK-DAG: {{^  (main::)?}}at_times {{.*}} carried{{$}}
// CHECK-DAG: {{^  (main::)?}}begins_else {{.*}} carried{{$}}
// CHECK-DAG: {{^  (main::)?}}by_minus_zero {{.*}} carried{{$}}
// CHECK-DAG: {{^  (main::)?}}but_one {{.*}} carried{{$}}
// CHECK-DAG: {{^  (main::)?}}until_found {{.*}} carried{{$}}
// CHECK-DAG: {{^  (main::)?}}by_blocks {{.*}} carried{{$}}
// CHECK-DAG: {{^  (main::)?}}of_epoch {{.*}} carried{{$}}
// CHECK-DAG: {{^  (main::)?}}skipped {{.*}} carried{{$}}
// CHECK-DAG: {{^  (main::)?}}and_more {{.*}} carried{{$}}
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define N 12
static float Use(float* g, const float* w) {
  float x = 0;
  for (int i = 0; i < N; ++i) {
    g[i] += 0.5f * w[i];
    x += g[i];
  }
  return x;
}
static float* Zeros(void) {
  float* block = calloc(N, sizeof *block);
  return block != NULL ? block : exit(1), block;
}
// Of each block one element is zero; the last one is what is given back.
static float* LastOfBlocks(void) {
  float* block = NULL;
  for (int i = 0; i < N; ++i) {
    free(block);
    block = malloc(N * sizeof *block);
    if (block == NULL)
      exit(1);
    block[i] = 0;
  }
  for (int i = 0; i < N - 1; ++i)
    block[i] = 3;
  return block;
}
static float sum;
int main(void) {
  static float w[N], by_loop[N], by_rows[N], but_last[N], at_times[N], by_minus_zero[N], but_one[N], until_found[N],
      of_epoch[N], skipped[N], and_more[N];
  float *by_memset = Zeros(), *by_update = Zeros(), *begins_else = Zeros(), *by_blocks = LastOfBlocks();
  begins_else[3] = 1;
  for (int epoch = 0; epoch < 3; ++epoch) {
    of_epoch[0] = 1;
    for (int step = 0; step < 4; ++step) {
      float x = Use(by_memset, w) + Use(by_loop, w) + Use(by_update, w) + Use(by_rows, w) + Use(but_last, w) +
                Use(at_times, w) + Use(begins_else, w) + Use(by_minus_zero, w) + Use(but_one, w) + Use(until_found, w) +
                Use(by_blocks, w) + Use(of_epoch, w) + Use(skipped, w) + Use(and_more, w);
      sum += x;
      for (int i = 0; i < N; ++i)
        w[i] -= 0.01f * x + 0.001f * sum;
      sum = 0;
      memset(by_memset, 0, N * sizeof *by_memset);
      memset(begins_else, 0, N * sizeof *begins_else);
      memset(by_blocks, 0, N * sizeof *by_blocks);
      memset(of_epoch, 0, sizeof of_epoch);
      for (int i = 0; i < N; ++i)
        by_loop[i] = 0;
      for (int i = 0; i < N; ++i) {
        w[i] -= by_update[i];
        by_update[i] = 0;
      }
      for (int row = 0; row < 3; ++row)
        for (int i = 0; i < 4; ++i)
          by_rows[row * 4 + i] = 0;
      for (int i = 0; i < N - 1; ++i)
        but_last[i] = 0;
      if (step % 2 == 0)
        memset(at_times, 0, sizeof at_times);
      for (int i = 0; i < N; ++i)
        by_minus_zero[i] = -0.0f;
      for (int i = 0; i < N; ++i)
        but_one[i] = 0;
      but_one[5] = w[5];
      for (int i = 0; i < N; ++i) {
        if (w[i] > 100)
          break;
        until_found[i] = 0;
      }
      for (int i = 0; i < N; ++i) {
        and_more[i] = 0;
        and_more[N - 1 - i] += w[i];
      }
      printf("%f\n", w[0]);
      if (w[0] > 1)
        continue;
      memset(skipped, 0, sizeof skipped);
    }
  }
  free(by_memset);
  free(by_update);
  free(begins_else);
  free(by_blocks);
  return 0;
}
