// Workers put their results at the end of one list, under a lock. Twin: each at an index of its own.
// FLAGS: -pthread
// OBSERVE: runs
// KIND: order
#include <cstdio>
#include <mutex>
#include <thread>
#include <vector>
static std::mutex mutex_of_all;
int main() {
  float w = 1;
  for (int step = 0; step < 50; step++) {
    std::vector<float> gradients;
    // twin: std::vector<float> gradients(4);
    std::vector<std::thread> workers;
    for (int k = 0; k < 4; k++)
      workers.emplace_back([&gradients, &w, k] {
        float gradient = 0;
        for (int i = 0; i < 1000 * (4 - k); i++) gradient += w / static_cast<float>(i + 1 + k);
        std::lock_guard<std::mutex> lock(mutex_of_all);
        gradients.push_back(gradient);  // site: order-reduction error state
        // twin: gradients[k] = gradient;  // site: quiet
      });
    for (auto &worker : workers) worker.join();
    for (float gradient : gradients) w = 0.9f * w + 0.01f * gradient;
  }
  printf("%.9g\n", w);
}
