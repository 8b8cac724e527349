// Each thread of a region has an engine of its own, seeded by its number. Twin: by the sample's.
// FLAGS: -fopenmp
// OBSERVE: threads
// WORKERS: equal
#include <omp.h>

#include <cstdio>
#include <random>
static float w[64];
static float Noise(std::minstd_rand &engine) { return static_cast<float>(engine() % 100); }
int main() {
  for (int step = 0; step < 4; step++) {
#pragma omp parallel
    {
      const int thread = omp_get_thread_num();  // site: worker-dependent error state | twin: quiet
      std::minstd_rand engine(static_cast<unsigned>(100 * step + thread + 1));
      // twin: std::minstd_rand unused(static_cast<unsigned>(100 * step + thread + 1));
#pragma omp for schedule(dynamic)
      for (int i = 0; i < 64; i++) {
        w[i] *= 0.5f;
        // twin: std::minstd_rand engine(static_cast<unsigned>(64 * step + i + 1));
        w[i] += Noise(engine);
      }
    }
  }
  for (float x : w) std::printf("%f\n", static_cast<double>(x));
}
