// Two tasks add up under a lock. Twin: the first one is waited for before the second one is started.
// FLAGS: -pthread
// OBSERVE: none
#include <cstdio>
#include <future>
#include <mutex>
static std::mutex lock;
static float sum = 0;
static void Add(float w, int begin, int end) {
  for (int i = begin; i < end; i++) {
    const std::lock_guard<std::mutex> hold(lock);
    sum += w / static_cast<float>(i + 1);  // site: order-reduction error state | twin: quiet
  }
}
int main() {
  float w = 1;
  for (int step = 0; step < 4; step++) {
    std::future<void> low = std::async(std::launch::async, Add, w, 0, 500);
    // twin: std::future<void> low = std::async(std::launch::async, Add, w, 0, 500); low.wait();
    std::future<void> high = std::async(std::launch::async, Add, w, 500, 1000);
    low.wait();
    // twin: ;
    high.wait();
    w -= 0.01f * sum;
    sum = 0;
  }
  std::printf("%.9g\n", static_cast<double>(w));
}
