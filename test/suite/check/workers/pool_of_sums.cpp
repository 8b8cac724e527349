// As many threads as processors, each with a sum. Twin: four, whatever the machine.
// FLAGS: -pthread
// OBSERVE: none
// WORKERS: equal
#include <cstdio>
#include <thread>
#include <vector>
static float part[64];
static void Sum(int worker, int workers, float *to, const float *x, float w) {
  float sum = 0;
  for (int i = worker; i < 512; i += workers) sum += x[i] * w;
  *to = sum;
}
int main() {
  static float x[512];
  float w = 1;
  for (int i = 0; i < 512; i++) x[i] = 1.0f / static_cast<float>(i + 1);
  const int workers = static_cast<int>(std::thread::hardware_concurrency()) % 64;  // site: worker-dependent error state
  // twin: const int workers = 4;  // site: quiet
  for (int step = 0; step < 4; step++) {
    std::vector<std::thread> pool;
    for (int k = 0; k < workers; k++) part[k] = 0;
    for (int k = 0; k < workers; k++) pool.emplace_back(Sum, k, workers, &part[k], x, w);
    for (std::thread &thread : pool) thread.join();
    float sum = 0;
    for (int k = 0; k < workers; k++) sum += part[k];
    w -= 0.01f * sum;
  }
  std::printf("%.9g\n", static_cast<double>(w));
}
