// Threads of oneTBB add to one sum under a lock. Twin: to a count.
// FLAGS: -std=c++17
// LIBRARIES: -ltbb
// OBSERVE: none
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <cstdio>
#include <mutex>
int main() {
  static float x[512];
  float w = 1;
  for (int step = 0; step < 4; step++) {
    float sum = 0;
    long count = 0;
    std::mutex lock;
    tbb::parallel_for(tbb::blocked_range<int>(0, 512), [&](const tbb::blocked_range<int>& range) {
      float part = 0;
      for (int i = range.begin(); i != range.end(); ++i) part += x[i] = w / static_cast<float>(i + 1);
      std::lock_guard<std::mutex> hold(lock);
      sum += part;  // site: order-reduction error state
      // twin: count += part > 0;  // site: quiet
    });
    w = 0.5f * w + 0.1f * sum + 1e-6f * static_cast<float>(count % 2);
  }
  std::printf("%.9g\n", static_cast<double>(w));
}
