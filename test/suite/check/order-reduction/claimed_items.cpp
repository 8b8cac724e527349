// Threads take items from a count that all share, at two places. What becomes of an item also hangs on what its thread
// did before: how many it had, or which one. Twin: on the item alone.
// FLAGS: -pthread
// OBSERVE: none
#include <atomic>
#include <cstdio>
#include <thread>
#include <vector>
int main() {
  std::vector<float> w(64, 1.0f), y(64);
  for (int step = 0; step < 4; step++) {
    std::atomic<int> next{0};
    std::vector<std::thread> pool;
    for (int k = 0; k < 4; k++)
      pool.emplace_back([&] {
        int had = 0;
        for (int i = next++; i < 64; i = next++) {
          y[i] = w[i] + static_cast<float>(had);  // site: order-reduction error state
          // twin: y[i] = w[i] + static_cast<float>(i);  // site: quiet
          had++;
        }
      });
    for (std::thread &thread : pool) thread.join();
    for (int i = 0; i < 64; i++) w[i] = 0.5f * y[i];
  }
  for (float v : w) std::printf("%.9g\n", static_cast<double>(v));
}
