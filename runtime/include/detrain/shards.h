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
// The same for a region whose threads share them: `count` lists that wait for nothing yet. detrain_end_adds applies and
// frees them.
struct detrain_adds* detrain_new_adds(unsigned count);
void detrain_end_adds(struct detrain_adds* adds, unsigned count);

// The shards' sums of arrays: `count` arrays of `length` numbers, all zero. Owned by the loop; detrain_free_parts frees
// them. Ends the program with exit code 3 where memory runs out.
void* detrain_new_parts(unsigned count, size_t length, size_t size);
void detrain_free_parts(void* parts);
// Piece `piece` of `pieces` of an array: adds to each of its elements what the shards have for it, by the tree.
void detrain_merge_f32(const float* parts, unsigned count, size_t length, unsigned piece, unsigned pieces, float* sum);
void detrain_merge_f64(const double* parts, unsigned count, size_t length, unsigned piece, unsigned pieces,
                       double* sum);

// The number of the thread among the `count` of its team, which is its shard. Ends the program with exit code 2 where
// the team has another size (OMP_THREAD_LIMIT, a region inside of another one).
unsigned detrain_team(unsigned count);

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

// The same for arrays of `type`, which is float or double: a shard's name for its own is a pointer to its first
// element.
#define DETRAIN_ARRAY_SUM(variable, type, elements)            \
  const size_t detrain_length_##variable = (size_t)(elements); \
  type* const detrain_sum_##variable = (type*)&(variable)[0];  \
  type* detrain_parts_##variable
#define DETRAIN_NEW_ARRAYS(count, variable, type) \
  detrain_parts_##variable = (type*)detrain_new_parts(count, detrain_length_##variable, sizeof(type))
#define DETRAIN_ARRAY_PART(variable)                                 \
  __typeof__(&(variable)[0]) variable =                              \
      (__typeof__(&(variable)[0]))(void*)(detrain_parts_##variable + \
                                          (size_t)detrain_shard * detrain_length_##variable)
#define DETRAIN_MERGE_ARRAYS(count, variable, merge)                         \
  for (unsigned detrain_piece = 0; detrain_piece < (count); ++detrain_piece) \
  merge(detrain_parts_##variable, count, detrain_length_##variable, detrain_piece, count, detrain_sum_##variable)

// Sums of a region that runs already: one of its threads makes what all of them use.
#define DETRAIN_SHARED_PARTS(variable) __typeof__((variable) + 0)* detrain_parts_##variable
#define DETRAIN_NEW_PARTS(count, variable) \
  detrain_parts_##variable =               \
      (__typeof__(detrain_parts_##variable))detrain_new_parts(count, 1, sizeof *detrain_parts_##variable)

// Additions that the shards make to memory that others add to.
#define DETRAIN_ADDS(count) struct detrain_adds detrain_adds[count] = DETRAIN_NO_ADDS
#define DETRAIN_ADD_F32(address, value) detrain_add_f32(&detrain_adds[detrain_shard], address, value)
#define DETRAIN_ADD_F64(address, value) detrain_add_f64(&detrain_adds[detrain_shard], address, value)

// A claim by an atomic, such as `count++`, at which threads take turns in the order of the loop's rounds; its value.
// The loop has the clause `ordered`, and each round comes here at most once.
#ifdef _OPENMP
#ifdef __cplusplus
template <typename Claim>
auto detrain_in_turn(const Claim& claim) -> decltype(claim()) {
  decltype(claim()) detrain_claimed{};
  _Pragma("omp ordered") detrain_claimed = claim();
  return detrain_claimed;
}
#define DETRAIN_IN_TURN(...) detrain_in_turn([&] { return __VA_ARGS__; })
#else
#define DETRAIN_IN_TURN(...)                                \
  __extension__({                                           \
    __typeof__(__VA_ARGS__) detrain_claimed;                \
    _Pragma("omp ordered") detrain_claimed = (__VA_ARGS__); \
    detrain_claimed;                                        \
  })
#endif
#endif

#endif
