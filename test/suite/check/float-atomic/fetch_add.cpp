// C++20: fetch_add and += of atomic floats, one of them for print only. Twins: of integers.
// FLAGS: -pthread -std=c++20
// OBSERVE: runs
#include <atomic>
#include <cstdio>
#include <thread>
struct Meter {
  std::atomic<double> gradient{0};
  // twin: std::atomic<long> gradient{0};
  std::atomic<float> shown{0};
  void Add(double x) {
    gradient.fetch_add(x);  // site: float-atomic error state
    // twin: gradient.fetch_add(static_cast<long>(1e6 * x));  // site: quiet
    shown += static_cast<float>(x);  // site: float-atomic note log
  }
};
int main() {
  double w = 1;
  for (int step = 0; step < 4; step++) {
    Meter meter;
    auto work = [&meter, w](int which) {
      for (int i = which; i < 20000; i += 2) meter.Add(w / (i + 1));
    };
    std::thread even(work, 0), odd(work, 1);
    even.join();
    odd.join();
    std::printf("loss %f\n", static_cast<double>(meter.shown.load()));
    w = 0.5 * w + 0.01 * static_cast<double>(meter.gradient.load());
  }
  std::printf("%.17g\n", w);
}
