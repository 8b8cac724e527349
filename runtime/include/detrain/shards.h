// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// shards.h: loops whose sums must not depend on how many threads run them. The rewriter puts these names where a
// parallel loop adds floating-point numbers; docs/shards.md has an example. Items are cut into `count` shards, whatever
// the number of threads: shard s of n items is [s * n / count, (s + 1) * n / count), each is run in its order, and the
// shards' sums are added by one fixed binary tree over s.
#ifndef DETRAIN_SHARDS_H
#define DETRAIN_SHARDS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#define DETRAIN_NO_ADDS \
  {                     \
  }
#else
#define DETRAIN_NO_ADDS {{0, 0, 0}}
#endif

// How often `for (i = first; i < end; i += step)` runs; with a negative step it is `i > end`. A step of 0: never.
static inline int64_t detrain_trips(int64_t first, int64_t end, int64_t step) {
  if (step > 0 && end > first)
    return (end - first - 1) / step + 1;
  return step < 0 && end < first ? (first - end - 1) / -step + 1 : 0;
}

// The counter's value where shard `shard` begins. Of shard `count`: where the loop ends.
static inline int64_t detrain_shard_item(int64_t first, int64_t end, int64_t step, unsigned shard, unsigned count) {
  const int64_t trips = detrain_trips(first, end, step), s = shard, n = count;
  return first + (s * (trips / n) + s * (trips % n) / n) * step;
}

// Additions that wait. Zero: none. Owned by the loop; detrain_apply_adds frees what they hold.
struct detrain_adds {
  void* entries;
  size_t length, capacity;
};

// *address += value, when detrain_apply_adds is called. Ends the program with exit code 3 where memory runs out.
void detrain_add_f32(struct detrain_adds* adds, float* address, float value);
void detrain_add_f64(struct detrain_adds* adds, double* address, double value);
// All that waits in `count` shards, shard by shard, each in the order in which it was asked for: that of a loop that
// one thread runs.
void detrain_apply_adds(struct detrain_adds* adds, unsigned count);

#ifdef __cplusplus
}
#endif

#define DETRAIN_EACH_SHARD(count) for (unsigned detrain_shard = 0; detrain_shard < (count); ++detrain_shard)
#define DETRAIN_SHARD(count, first, end, step)                                             \
  const int64_t detrain_from = detrain_shard_item(first, end, step, detrain_shard, count), \
                detrain_to = detrain_shard_item(first, end, step, detrain_shard + 1, count)

// Each shard's value of a variable, under the variable's name.
#define DETRAIN_PARTS(count, variable) __typeof__((variable) + 0) detrain_parts_##variable[count]
#define DETRAIN_PART(variable, start) __typeof__((variable) + 0) variable = (start)
#define DETRAIN_KEEP_PART(variable) detrain_parts_##variable[detrain_shard] = variable
#define DETRAIN_MERGE_PARTS(count, variable, op)                                                                 \
  do {                                                                                                           \
    for (unsigned detrain_width = 1; detrain_width < (count); detrain_width *= 2)                                \
      for (unsigned detrain_left = 0; detrain_left + detrain_width < (count); detrain_left += 2 * detrain_width) \
        detrain_parts_##variable[detrain_left] =                                                                 \
            detrain_parts_##variable[detrain_left] op detrain_parts_##variable[detrain_left + detrain_width];    \
    variable = variable op detrain_parts_##variable[0];                                                          \
  } while (0)

// Additions that the shards make to memory that others add to.
#define DETRAIN_ADDS(count) struct detrain_adds detrain_adds[count] = DETRAIN_NO_ADDS
#define DETRAIN_ADD_F32(address, value) detrain_add_f32(&detrain_adds[detrain_shard], address, value)
#define DETRAIN_ADD_F64(address, value) detrain_add_f64(&detrain_adds[detrain_shard], address, value)

#endif
