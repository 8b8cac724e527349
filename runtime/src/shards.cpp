// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <detrain/shards.h>

#include <cstdlib>
#include <cstring>
#include <string>

#include "fail.h"

namespace {

// The lowest bit of the address, which an aligned number has not, tells a double.
struct Add {
  std::uintptr_t address;
  double value;
};

constexpr std::uintptr_t kIsDouble = 1;

void Append(detrain_adds* adds, const Add& add) {
  if (adds->length == adds->capacity) {
    const std::size_t capacity = adds->capacity == 0 ? 256 : adds->capacity * 2;
    void* const entries = std::realloc(adds->entries, capacity * sizeof(Add));
    if (entries == nullptr)
      detrain::runtime::Fail("no memory for " + std::to_string(capacity) +
                             " additions that wait for the end of a parallel loop");
    adds->entries = entries;
    adds->capacity = capacity;
  }
  static_cast<Add*>(adds->entries)[adds->length++] = add;
}

template <typename T>
void AddTo(std::uintptr_t address, double value) {
  T sum;
  std::memcpy(&sum, reinterpret_cast<void*>(address), sizeof sum);
  sum += static_cast<T>(value);
  std::memcpy(reinterpret_cast<void*>(address), &sum, sizeof sum);
}

// The shards' values of element `at`, by one tree over the shards: that of DETRAIN_MERGE_PARTS.
template <typename T>
T TreeSum(const T* parts, unsigned first, unsigned count, unsigned width, std::size_t length, std::size_t at) {
  if (width == 1)
    return parts[first * length + at];
  const unsigned half = width / 2;
  const T left = TreeSum(parts, first, count, half, length, at);
  return first + half < count ? left + TreeSum(parts, first + half, count, half, length, at) : left;
}

template <typename T>
void Merge(const T* parts, unsigned count, std::size_t length, unsigned piece, unsigned pieces, T* sum) {
  unsigned width = 1;
  while (width < count)
    width *= 2;
  const auto begin =
      static_cast<std::size_t>(detrain_shard_item(0, static_cast<std::int64_t>(length), 1, piece, pieces));
  const auto end =
      static_cast<std::size_t>(detrain_shard_item(0, static_cast<std::int64_t>(length), 1, piece + 1, pieces));
  for (std::size_t at = begin; at < end; ++at)
    sum[at] += TreeSum(parts, 0, count, width, length, at);
}

}  // namespace

// Of OpenMP's library, where the program has one.
// NOLINTBEGIN(readability-identifier-naming): OpenMP's
extern "C" __attribute__((weak)) int omp_get_thread_num();
extern "C" __attribute__((weak)) int omp_get_num_threads();
// NOLINTEND(readability-identifier-naming)

extern "C" void* detrain_new_parts(unsigned count, std::size_t length, std::size_t size) {
  void* const parts = std::calloc(static_cast<std::size_t>(count) * length + 1, size);
  if (parts == nullptr)
    detrain::runtime::Fail("no memory for the sums of " + std::to_string(count) + " shards, each of " +
                           std::to_string(length) + " numbers");
  return parts;
}

extern "C" void detrain_free_parts(void* parts) {
  std::free(parts);
}

extern "C" void detrain_merge_f32(const float* parts, unsigned count, std::size_t length, unsigned piece,
                                  unsigned pieces, float* sum) {
  Merge(parts, count, length, piece, pieces, sum);
}

extern "C" void detrain_merge_f64(const double* parts, unsigned count, std::size_t length, unsigned piece,
                                  unsigned pieces, double* sum) {
  Merge(parts, count, length, piece, pieces, sum);
}

extern "C" unsigned detrain_team(unsigned count) {
  const int size = omp_get_num_threads != nullptr ? omp_get_num_threads() : 1;
  if (size != static_cast<int>(count))
    detrain::runtime::Refuse("a parallel region has " + std::to_string(size) + " threads instead of the " +
                             std::to_string(count) +
                             " that its sums are made of; raise OMP_THREAD_LIMIT, or do not nest it in another region");
  return count == 1 ? 0 : static_cast<unsigned>(omp_get_thread_num());
}

extern "C" detrain_adds* detrain_new_adds(unsigned count) {
  return static_cast<detrain_adds*>(detrain_new_parts(count, 1, sizeof(detrain_adds)));
}

extern "C" void detrain_end_adds(detrain_adds* adds, unsigned count) {
  detrain_apply_adds(adds, count);
  std::free(adds);
}

extern "C" void detrain_add_f32(detrain_adds* adds, float* address, float value) {
  Append(adds, {reinterpret_cast<std::uintptr_t>(address), static_cast<double>(value)});
}

extern "C" void detrain_add_f64(detrain_adds* adds, double* address, double value) {
  Append(adds, {reinterpret_cast<std::uintptr_t>(address) | kIsDouble, value});
}

extern "C" void detrain_apply_adds(detrain_adds* adds, unsigned count) {
  for (detrain_adds* shard = adds; shard != adds + count; ++shard) {
    const Add* const entries = static_cast<Add*>(shard->entries);
    for (const Add* add = entries; add != entries + shard->length; ++add)
      (add->address & kIsDouble) != 0 ? AddTo<double>(add->address - kIsDouble, add->value)
                                      : AddTo<float>(add->address, add->value);
    std::free(shard->entries);
    *shard = {};
  }
}
