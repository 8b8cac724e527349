// What a helper has not delivered by a deadline is left out of the step. Twin: the step waits for it.
// FLAGS: -pthread
// OBSERVE: none
// KIND: order
#include <chrono>
#include <cstdio>
#include <future>
static float Help(int step, float w) {
  float sum = 0;
  for (int i = 0; i < 3000 * (1 + step % 5); i++) sum += w / static_cast<float>(i + 1);
  return sum;
}
int main() {
  float w = 1;
  for (int step = 0; step < 20; step++) {
    std::future<float> helper = std::async(std::launch::async, Help, step, w);
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::microseconds(50);
    // twin: helper.wait();
    if (helper.wait_until(deadline) == std::future_status::ready)  // site: env-branch error state
      // twin: if (helper.valid())  // site: quiet
      w -= 0.01f * helper.get();
  }
  std::printf("%.9g\n", static_cast<double>(w));
}
