// Rows and columns are dealt out together, and each thread has an engine. Twin: an engine of each element.
// FLAGS: -fopenmp
// OBSERVE: threads
// WORKERS: equal
#include <omp.h>

#include <cstdio>
#include <random>

int main() {
  static float w[16][16];
  static std::minstd_rand engines[256];
  for (unsigned i = 0; i < 256; i++) engines[i].seed(3 * i + 1);
  for (int step = 0; step < 4; step++) {
#pragma omp parallel for collapse(2)
    for (int i = 0; i < 16; i++)
      for (int j = 0; j < 16; j++) {
        const int which = omp_get_thread_num();  // site: worker-dependent error state
        // twin: const int which = 16 * i + j;  // site: quiet
        w[i][j] = 0.5f * w[i][j] + static_cast<float>(engines[which]() % 100);
      }
  }
  for (const auto& row : w) std::printf("%f\n", static_cast<double>(row[7]));
}
