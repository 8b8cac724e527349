// Two std::threads count in one variable, captured by reference. Twin: the count is atomic.
// FLAGS: -pthread
// OBSERVE: runs
#include <atomic>
#include <cstdio>
#include <thread>
int main() {
  double w = 1;
  for (int step = 0; step < 4; step++) {
    volatile long hits = 0;
    // twin: std::atomic<long> hits{0};
    auto work = [&hits](int from) {
      for (int i = from; i < 200000; i += 2)
        if (i % 3 == 0) hits = hits + 1;  // site: data-race error state
        // twin: if (i % 3 == 0) hits++;  // site: quiet
    };
    std::thread even(work, 0), odd(work, 1);
    even.join();
    odd.join();
    w = 0.5 * w + 1e-5 * static_cast<double>(hits);
  }
  std::printf("%.17g\n", w);
}
