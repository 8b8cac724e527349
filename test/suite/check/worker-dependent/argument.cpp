// As many threads as the machine has share the rows; a row's value is that of its thread. Twin: four threads, always.
// FLAGS: -pthread
// OBSERVE: none
#include <cstdio>
#include <thread>
#include <vector>
int main() {
  std::vector<float> w(64, 1.0f);
  for (int step = 0; step < 4; step++) {
    int count = static_cast<int>(std::thread::hardware_concurrency());  // site: worker-dependent error state
    // twin: int count = 4;  // site: quiet
    std::vector<std::thread> workers;
    for (int t = 0; t < count; t++)
      workers.emplace_back([&w, t, count] {
        for (int i = t; i < 64; i += count) w[i] = 0.5f * w[i] + static_cast<float>(t);
      });
    for (auto &worker : workers) worker.join();
  }
  for (float x : w) std::printf("%f\n", static_cast<double>(x));
}
