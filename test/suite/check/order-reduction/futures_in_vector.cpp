// Tasks of std::async, one for each part of the data, add up under a lock. Twin: their sums are added in the order of
// the futures.
// FLAGS: -pthread
// OBSERVE: none
#include <cstdio>
#include <future>
#include <mutex>
#include <vector>
static std::mutex lock;
static double total = 0;
int main() {
  double w = 1;
  for (int step = 0; step < 4; step++) {
    std::vector<std::future<double>> parts;
    for (int k = 0; k < 4; k++)
      parts.push_back(std::async([k, w] {
        double own = 0;
        for (int i = k; i < 4096; i += 4) own += w / static_cast<double>(i + 1);
        const std::lock_guard<std::mutex> hold(lock);
        total += own;  // site: order-reduction error state
        // twin: std::puts("part");  // site: quiet
        return own;
      }));
    for (auto &part : parts) part.wait();
    // twin: for (auto &part : parts) total += part.get();  // site: quiet
    w -= 0.001 * total;
    total = 0;
  }
  std::printf("%.17g\n", w);
}
