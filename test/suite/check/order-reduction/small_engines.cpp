// Threads draw from small engines under a lock. Twin: each number has an engine of its own.
// FLAGS: -fopenmp
// OBSERVE: none
#include <cstdio>
#include <random>
#include <vector>
int main() {
  std::minstd_rand engine(7);
  std::ranlux24_base other(7);
  std::vector<float> w(64, 1.0f);
  for (int step = 0; step < 4; step++) {
#pragma omp parallel for
    for (unsigned i = 0; i < 64; i++) {
      unsigned long drawn = 0, more = 0;
#pragma omp critical
      drawn = engine();  // site: order-reduction error state
      // twin: drawn = std::minstd_rand(i + 1)();  // site: quiet
#pragma omp critical
      more = other();  // site: order-reduction error state
      // twin: more = std::ranlux24_base(i + 1)();  // site: quiet
      w[i] += 1e-9f * static_cast<float>(drawn + more);
    }
  }
  std::printf("%f\n", static_cast<double>(w[0]));
}
