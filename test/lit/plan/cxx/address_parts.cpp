// What an address is, divided, and how far two of them lie apart, is told by the places in the block, as blocks of malloc
// are aligned: where a loop over packets begins, how much is copied. Beyond a page, and between blocks, it is not.
// RUN: %detrain plan %s -- g++ -std=c++17 | FileCheck %s --check-prefix=TOLD
// RUN: %detrain plan %s -- g++ -std=c++17 -DMASK=4095 | FileCheck %s --check-prefix=OPEN
// RUN: %detrain plan %s -- g++ -std=c++17 -DAPART | FileCheck %s --check-prefix=OPEN
// TOLD: bitwise
// OPEN: modelled
// OPEN: heap ({{.*}}address_parts.cpp:{{[0-9]+}}, catalog): on
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#ifndef MASK
#define MASK 3
#endif

static int FirstAligned(const float* array, int size) {
  const auto first = static_cast<int>((4 - (reinterpret_cast<std::uintptr_t>(array) / sizeof(float) & MASK)) & 3);
  return first < size ? first : size;
}

int main() {
  auto* w = static_cast<float*>(std::calloc(16, sizeof(float)));
  auto* old = static_cast<float*>(std::calloc(16, sizeof(float)));
  if (w == nullptr || old == nullptr)
    return 1;
  for (int step = 0; step < 5; step++) {
    const int first = FirstAligned(w + 1, 15);
    for (int i = first; i < 15; i++)
      w[1 + i] += 0.5f;
    const float* begin = w;
#ifdef APART
    const float* end = old;
#else
    const float* end = w + 16;
#endif
    const auto size = reinterpret_cast<std::intptr_t>(end) - reinterpret_cast<std::intptr_t>(begin);
    w[0] += static_cast<float>(size);
    std::printf("%g %g\n", static_cast<double>(w[0]), static_cast<double>(w[5]));
  }
}
