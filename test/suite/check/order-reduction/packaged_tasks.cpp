// Threads run packaged tasks that add up under a lock. Twin: the tasks return their sums.
// FLAGS: -pthread
// OBSERVE: none
#include <cstdio>
#include <future>
#include <mutex>
#include <thread>
#include <utility>
static std::mutex lock;
static double total = 0, w = 1;
static double Part(int begin) {
  double own = 0;
  for (int i = begin; i < begin + 500; i++) own += w / static_cast<double>(i + 1);
  const std::lock_guard<std::mutex> hold(lock);
  total += own;  // site: order-reduction error state
  // twin: std::puts("part");  // site: quiet
  return own;
}
int main() {
  for (int step = 0; step < 4; step++) {
    std::packaged_task<double(int)> low(Part), high(Part);
    std::future<double> low_part = low.get_future(), high_part = high.get_future();
    std::thread first(std::move(low), 0), second(std::move(high), 500);
    const double sum = low_part.get() + high_part.get();
    first.join();
    second.join();
    w -= 0.001 * (sum + total);
    total = 0;
  }
  std::printf("%.17g\n", w);
}
