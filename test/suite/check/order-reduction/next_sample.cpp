// Threads take the next sample, and note what they find one after the other. Twin: at the sample's own place.
// FLAGS: -pthread
// OBSERVE: none
#include <atomic>
#include <cstdio>
#include <thread>
int main() {
  static float x[1000], y[1000];
  for (int i = 0; i < 1000; i++) x[i] = static_cast<float>(i % 7);
  for (int step = 0; step < 4; step++) {
    std::atomic<int> next{0}, found{0};
    auto work = [&] {
      for (int i; (i = next.fetch_add(1)) < 1000;)  // site: quiet
        if (x[i] > 2.0f) y[found.fetch_add(1)] += x[i];  // site: order-reduction error state
        // twin: y[i] += x[i];  // site: quiet
    };
    std::thread a(work), b(work);
    a.join();
    b.join();
  }
  float w = 0;
  for (int i = 0; i < 1000; i++) w = 0.5f * w + y[i];
  std::printf("%f\n", static_cast<double>(w));
}
