// A loop of compare and swap makes an atomic addition of floats. Twin: an atomic maximum.
// FLAGS: -pthread
// OBSERVE: runs
#include <atomic>
#include <cstdio>
#include <thread>
static std::atomic<float> total{0};
static void Take(float x) {
  float old = total.load();
  while (!total.compare_exchange_weak(old, old + x)) {  // site: float-atomic error state
    // twin: while (old < x && !total.compare_exchange_weak(old, x)) {  // site: quiet
  }
}
int main() {
  float w = 1;
  for (int step = 0; step < 4; step++) {
    total = 0;
    auto work = [w](int which) {
      for (int i = which; i < 20000; i += 2) Take(w / static_cast<float>(i + 1));
    };
    std::thread even(work, 0), odd(work, 1);
    even.join();
    odd.join();
    w = 0.5f * w + 0.01f * total.load();
  }
  std::printf("%.9g\n", w);
}
