// Threads promise a part each, and add to a common sum on the way. Twin: each adds to its own.
// FLAGS: -pthread
// OBSERVE: none
#include <cstdio>
#include <future>
#include <thread>
#include <utility>
static float w = 1, common = 0;
static void Work(int begin, std::promise<float> part) {
  float own = 0;
  for (int i = begin; i < begin + 500; i++) {
    const float x = w / static_cast<float>(i + 1);
    own += x;
    common += 0.1f * x;  // site: data-race error state
    // twin: own += 0.1f * x;  // site: quiet
  }
  part.set_value(own);
}
int main() {
  for (int step = 0; step < 4; step++) {
    std::promise<float> low, high;
    std::future<float> low_part = low.get_future(), high_part = high.get_future();
    std::thread first(Work, 0, std::move(low)), second(Work, 500, std::move(high));
    const float sum = low_part.get() + high_part.get();
    w -= 0.01f * sum;
    first.join();
    second.join();
    w -= 0.001f * common;
    common = 0;
  }
  std::printf("%.9g\n", static_cast<double>(w));
}
