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

}  // namespace

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
