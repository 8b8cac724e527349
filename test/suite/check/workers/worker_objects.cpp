// Workers have engines of their own, and take the rows that fall to them. Twin: the engine is a row's.
// FLAGS: -fopenmp
// OBSERVE: threads
// WORKERS: equal
#include <omp.h>

#include <cstdio>
struct Worker {
  unsigned engine;
  unsigned Draw() { return (engine = engine * 1664525u + 1013904223u) >> 24; }
};
static Worker workers[64];
int main() {
  static float w[64];
  for (unsigned i = 0; i < 64; i++) workers[i].engine = 7 * i;
  for (int step = 0; step < 4; step++) {
#pragma omp parallel for
    for (int i = 0; i < 64; i++) {
      const int worker = omp_get_thread_num();  // site: worker-dependent error state
      // twin: const int worker = i;  // site: quiet
      w[i] = 0.5f * w[i] + static_cast<float>(workers[worker].Draw());
    }
  }
  for (float x : w) std::printf("%f\n", static_cast<double>(x));
}
