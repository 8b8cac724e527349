// std::atomic_ref makes plain floats atomic for a while. Twin: it makes integers so.
// FLAGS: -std=c++20 -pthread
// OBSERVE: runs
// KIND: atomics
#include <atomic>
#include <cstdio>
#include <thread>
#include <vector>
using Count = float;
// twin: using Count = long;
int main() {
  std::vector<Count> histogram(8);
  std::vector<float> w(8, 0.0f);
  for (int step = 0; step < 10; step++) {
    for (Count &bin : histogram) bin = 0;
    std::vector<std::thread> threads;
    for (int k = 0; k < 3; k++)
      threads.emplace_back([&histogram, k] {
        for (int i = k; i < 9000; i += 3)
          std::atomic_ref<Count>(histogram[i % 8]).fetch_add(static_cast<Count>(1.0f / static_cast<float>(i % 77 + 1)));  // site: float-atomic error state | twin: quiet
      });
    for (auto &thread : threads) thread.join();
    for (int j = 0; j < 8; j++) w[j] = 0.9f * w[j] + 1e-3f * static_cast<float>(histogram[j]);
  }
  for (float v : w) std::printf("%.9g\n", static_cast<double>(v));
}
