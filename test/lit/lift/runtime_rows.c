// Every row of the runtime is found, by its own header, which is no system's; and so is each hook, which has the row of
// the function that it stands for.
// RUN: %detrain plan --dump=rir %s -- -I%rt_include > %t && FileCheck %s < %t && not grep -E "extern func" %t
// RUN: %python %S/Inputs/rows_called.py %source_root/analyzer/catalog/data %s detrain
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#define DETRAIN_HOOK_HEAP
#define DETRAIN_HOOK_STDIO
#define DETRAIN_HOOK_TIME
#include <detrain/hooks.h>
#include <detrain/draws.h>
#include <detrain/ops.h>
#include <detrain/shards.h>

// CHECK: func $hooks
void hooks(const char* path) {
  // CHECK: alloc 8 of i8 by malloc
  // CHECK: input clock recorded by time
  // CHECK: open
  // CHECK: close
  // CHECK: free
  char* block = malloc(8);
  block[0] = (char)time(NULL);
  FILE* file = fopen(path, "r");
  fclose(file);
  free(block);
}

// CHECK: func $boundary
void boundary(const struct detrain_plan* plan, float* weights, size_t size) {
  detrain_bind(plan, 0, weights, size);
  // CHECK: fill
  detrain_bind_array(plan, 1, weights, size);
  detrain_bind_reference(plan, 2, weights);
  detrain_register("weights", weights, size);
  detrain_register_thread_local("weights", weights, size, 0);
  // CHECK: fill
  detrain_clear(weights, size);
  if (detrain_resuming() || detrain_resuming_in(plan)) return;
  detrain_outer(plan, 0);
  detrain_row(plan);
  detrain_enter(plan);
  detrain_first(plan);
  detrain_step(plan);
  detrain_caught("here");
  while (detrain_waits(*weights > 0, "here"));
}

double text(double x, long long n, const char* s) {
  return detrain_log_f64(x) + detrain_log_i64(n) + *detrain_log_str(s) + *(const char*)detrain_log_ptr(s);
}
int keys(const void* a, const void* b) { return detrain_address_before(a, b) + (int)detrain_address_hash(a); }

// CHECK: func $streams
double streams(struct detrain_stream* s, uint32_t out[4]) {
  detrain_philox4x32_10(out, out, out);
  // CHECK: seed
  detrain_stream_init(s, 1, 2);
  detrain_stream_skip(s, 3);
  // CHECK-COUNT-5: draw
  return detrain_stream_u32(s) + detrain_stream_f32(s) + detrain_stream_f64(s) + detrain_stream_below(s, 9) +
         detrain_stream_normal_f32(s);
}

double draws(unsigned* state, unsigned short words[3]) {
  const struct detrain_draws d = detrain_draws_at(1, 2, 3), r = detrain_draws_by_rand_r(state),
                             e = detrain_draws_by_erand48(words);
  detrain_sample_erand48(&e, 4, words);
  return detrain_draw_u32(&d, 0, 0) + detrain_draw_u64(&d, 0, 0) + detrain_draw_f32(&d, 0, 0) +
         detrain_draw_f64(&d, 0, 0) + detrain_draw_normal_f32(&d, 0, 0) + detrain_draw_below(&d, 0, 0, 7) +
         detrain_draw_shuffled(&d, 0, 7) + detrain_sample_rand_r(&r, 5);
}

void operations(const float* value) {
  detrain_op("file.c", 1, value, sizeof *value);
  detrain_op_block("file.c", 1, value);
}

// CHECK: func $sums
void sums(float* sum, double* wide, size_t length) {
  // CHECK: alloc {{.*}} by detrain_new_parts
  float* parts = detrain_new_parts(4, length, sizeof *parts);
  detrain_merge_f32(parts, 4, length, 0, 4, sum);
  detrain_merge_f64(wide, 4, length, 0, 4, wide);
  detrain_free_parts(parts);
  struct detrain_adds adds[4] = DETRAIN_NO_ADDS;
  detrain_add_f32(&adds[1], sum, 1);
  detrain_add_f64(&adds[2], wide, 1);
  // CHECK: opaque
  detrain_apply_adds(adds, 4);
}
