// A sum for each of the machine's cores. Twin: one for each of a fixed number of blocks.
// FLAGS: -pthread
// OBSERVE: none
// KIND: machines
#include <cstdio>
#include <thread>
#include <unistd.h>
#include <vector>
static const int kRows = 4096, kBlocks = 16;
static float x[kRows];
int main() {
  const long count = sysconf(_SC_NPROCESSORS_ONLN);  // site: worker-dependent error state | twin: quiet
  const int workers = count < 1 ? 1 : static_cast<int>(count);
  const int sums = workers;
  // twin: const int sums = kBlocks;
  for (int i = 0; i < kRows; i++) x[i] = 1.0f / static_cast<float>(i + 1);
  float w = 0;
  for (int step = 0; step < 8; step++) {
    std::vector<float> part(sums, 0.0f);
    std::vector<std::thread> pool;
    for (int t = 0; t < workers; t++)
      pool.emplace_back([&, t] {
        for (int k = t; k < sums; k += workers)
          for (int i = kRows * k / sums; i < kRows * (k + 1) / sums; i++) part[k] += x[i] * (x[i] - w);
      });
    for (auto &thread : pool) thread.join();
    for (float sum : part) w = 0.99f * w + 1e-5f * sum;
  }
  printf("%.9g\n", w);
}
