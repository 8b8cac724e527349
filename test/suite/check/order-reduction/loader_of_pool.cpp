// Loaders of a pool push samples into one queue. Twin: the pool has one of them.
// FLAGS: -pthread
// OBSERVE: none
// KIND: order
#include <cstdio>
#include <deque>
#include <mutex>
#include <thread>
#include <vector>
static std::mutex mutex_of_queue;
static std::deque<float> samples;
static void Load(int first, int step) {
  for (int i = first; i < 200; i += step) {
    std::lock_guard<std::mutex> lock(mutex_of_queue);
    samples.push_back(static_cast<float>(i * 31 % 101) / 101);  // site: order-reduction error state | twin: quiet
  }
}
int main() {
  std::vector<std::thread> pool;
  for (int k = 0; k < 2; k++) pool.emplace_back(Load, k, 2);
  // twin: pool.emplace_back(Load, 0, 1);
  float w = 0;
  for (auto &thread : pool) thread.join();
  while (!samples.empty()) {
    const float x = samples.front();
    samples.pop_front();
    w += 0.1f * (x - w * x);
  }
  printf("%.9g\n", w);
}
