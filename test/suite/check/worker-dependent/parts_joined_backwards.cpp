// Each thread makes the samples of its part of the numbers, each by an engine of its own, and the parts are joined from the
// last thread to the first: which sample comes first hangs on how many there are. Twin: from the first one on.
// FLAGS: -pthread
// OBSERVE: none
// KIND: machines
#include <cstdio>
#include <future>
#include <random>
#include <thread>
#include <vector>
static std::vector<float> Make(int first, int last) {
  std::minstd_rand engine;
  std::vector<float> part;
  for (int i = first; i < last; i++) {
    engine.seed(7u + static_cast<unsigned>(i));
    part.push_back(static_cast<float>(engine() % 1000) / 1000);
  }
  return part;
}
int main() {
  const unsigned cores = std::thread::hardware_concurrency();  // site: worker-dependent error state | twin: quiet
  const int threads = cores == 0 ? 1 : static_cast<int>(cores), samples = 96;
  std::vector<std::future<std::vector<float>>> parts;
  for (int k = 0; k < threads; k++)
    parts.push_back(std::async(std::launch::async, Make, samples * k / threads, samples * (k + 1) / threads));
  std::vector<float> all;
  for (int k = threads - 1; k >= 0; k--) {
    // twin: for (int k = 0; k < threads; k++) {
    const std::vector<float> part = parts[k].get();
    all.insert(all.end(), part.begin(), part.end());
  }
  float w = 0;
  for (int epoch = 0; epoch < 5; epoch++)
    for (float x : all) w += 0.05f * (x - w);
  std::printf("%.9g\n", static_cast<double>(w));
}
