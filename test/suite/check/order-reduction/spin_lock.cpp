// A sum under a lock that the program writes itself from a flag. Twin: of integers.
// FLAGS: -pthread
// OBSERVE: runs
// KIND: order
#include <atomic>
#include <cstdio>
#include <thread>
#include <vector>
class SpinLock {
 public:
  void lock() {
    while (held_.test_and_set(std::memory_order_acquire)) std::this_thread::yield();
  }
  void unlock() { held_.clear(std::memory_order_release); }

 private:
  std::atomic_flag held_ = ATOMIC_FLAG_INIT;
};
int main() {
  float x[3000], w = 0;
  for (int i = 0; i < 3000; i++) x[i] = static_cast<float>(i * 7 % 91) / 91;
  for (int step = 0; step < 30; step++) {
    SpinLock lock;
    float total = 0;
    // twin: long total = 0;
    std::vector<std::thread> team;
    for (int k = 0; k < 4; k++)
      team.emplace_back([&, k] {
        for (int i = k; i < 3000; i += 4) {
          const float g = (w - x[i]) / 3000;
          lock.lock();
          total += g;  // site: order-reduction error state
          // twin: total += static_cast<long>(g * 1e9f);  // site: quiet
          lock.unlock();
        }
      });
    for (auto &thread : team) thread.join();
    w -= 0.5f * total;
    // twin: w -= 0.5e-9f * static_cast<float>(total);
  }
  std::printf("%.9g\n", static_cast<double>(w));
}
