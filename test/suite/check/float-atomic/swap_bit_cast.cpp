// Weights lie in atomic integers, and compare and swap adds to their bits. Twin: it adds integers.
// FLAGS: -pthread -std=c++20
// OBSERVE: runs
// KIND: atomics
#include <atomic>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <thread>
#include <vector>
static std::vector<std::atomic<std::uint32_t>> slope(8);
static void Accumulate(std::atomic<std::uint32_t> &cell, float x) {
  std::uint32_t seen = cell.load(std::memory_order_relaxed);
  for (;;) {
    const std::uint32_t next = std::bit_cast<std::uint32_t>(std::bit_cast<float>(seen) + x);
    // twin: const std::uint32_t next = seen + static_cast<std::uint32_t>(x * 4096);
    if (cell.compare_exchange_strong(seen, next)) return;  // site: float-atomic error state | twin: quiet
  }
}
int main() {
  float w[8] = {};
  for (int step = 0; step < 4; step++) {
    for (auto &cell : slope) cell = 0;
    std::vector<std::thread> crew;
    for (int k = 0; k < 3; k++)
      crew.emplace_back([k, &w] {
        for (int i = k; i < 9000; i += 3) Accumulate(slope[static_cast<std::size_t>(i % 8)], (1 + w[i % 8]) / static_cast<float>(i + 1));
      });
    for (auto &one : crew) one.join();
    for (int j = 0; j < 8; j++) w[j] += 0.01f * std::bit_cast<float>(slope[static_cast<std::size_t>(j)].load());
    // twin: for (int j = 0; j < 8; j++) w[j] += 1e-6f * static_cast<float>(slope[static_cast<std::size_t>(j)].load());
  }
  for (float x : w) std::printf("%.9g\n", static_cast<double>(x));
}
