// Threads have engines of <random>, and a lock guards one for all. Twin: an engine for each sample; nobody uses
// what the shared one draws.
// FLAGS: -fopenmp
// OBSERVE: threads
// WORKERS: equal
#include <omp.h>

#include <cstdio>
#include <random>
static float w[64];
static std::mt19937 shared(7);
int main() {
  static std::minstd_rand engines[64];
  for (unsigned i = 0; i < 64; i++) engines[i].seed(3 * i);
  for (int step = 0; step < 4; step++) {
#pragma omp parallel for schedule(dynamic)
    for (int i = 0; i < 64; i++) {
      auto &engine = engines[static_cast<std::size_t>(omp_get_thread_num())];  // site: worker-dependent error state
      // twin: auto &engine = engines[static_cast<std::size_t>(i)];  // site: quiet
      w[i] = 0.5f * w[i] + static_cast<float>(engine() % 100);  // site: quiet
    }
#pragma omp parallel for schedule(dynamic)
    for (int i = 0; i < 64; i++) {
      unsigned drawn;
#pragma omp critical
      drawn = static_cast<unsigned>(shared());  // site: order-reduction error state | twin: quiet
      w[i] += static_cast<float>(drawn % 100);
      // twin: w[i] += static_cast<float>(i % 100);
    }
  }
  for (float x : w) std::printf("%f\n", static_cast<double>(x));
}
