// Two threads add to one total, each under a lock of its own. Twin: under the same lock.
// FLAGS: -pthread
// OBSERVE: runs
#include <cstdio>
#include <mutex>
#include <thread>
struct Store {
  std::mutex first, second;
  // twin: std::mutex first; std::mutex &second = first;
  long total = 0;
  void AddFirst(int x) {
    std::lock_guard<std::mutex> hold(first);
    total += x;  // site: data-race error state @1 | twin: quiet
  }
  void AddSecond(int x) {
    std::lock_guard<std::mutex> hold(second);
    total += x;  // site: data-race error state @1 | twin: quiet
  }
};
int main() {
  Store store;
  double w = 1;
  for (int step = 0; step < 4; step++) {
    std::thread one([&store] { for (int i = 0; i < 20000; i++) store.AddFirst(i % 3); });
    std::thread two([&store] { for (int i = 0; i < 20000; i++) store.AddSecond(i % 5); });
    one.join();
    two.join();
    w = 0.5 * w + 1e-5 * static_cast<double>(store.total);
  }
  std::printf("%.17g\n", w);
}
