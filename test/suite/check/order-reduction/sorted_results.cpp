// Results with their numbers are collected under a lock. Twin: they are sorted by these before they are used.
// FLAGS: -pthread
// OBSERVE: runs
// KIND: order
#include <algorithm>
#include <cstdio>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>
using Result = std::pair<int, float>;  // its number, and a gradient
static std::mutex mutex_of_all;
int main() {
  float w = 1;
  for (int step = 0; step < 50; step++) {
    std::vector<Result> results;
    std::vector<std::thread> workers;
    for (int k = 0; k < 4; k++)
      workers.emplace_back([&results, &w, k] {
        float gradient = 0;
        for (int i = 0; i < 1000 * (4 - k); i++) gradient += w * w / static_cast<float>(i + 1 + k);
        std::lock_guard<std::mutex> lock(mutex_of_all);
        results.push_back({k, gradient});  // site: order-reduction error state | twin: quiet
      });
    for (auto &worker : workers) worker.join();
    if (results.size() != 4) return 1;
    // twin: std::sort(results.begin(), results.end());
    for (const Result &result : results) w = 0.9f * w + 0.01f * result.second;
  }
  printf("%.9g\n", w);
}
