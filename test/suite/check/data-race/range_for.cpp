// Threads share out the items of a range, and meet in one sum. Twin: each item is its own.
// FLAGS: -fopenmp
// OBSERVE: threads
#include <cstdio>
#include <vector>
int main() {
  std::vector<float> x(4096, 1.0f);
  float w = 1, seen = 0;
  for (int step = 0; step < 4; step++) {
#pragma omp parallel for
    for (float& value : x) {
      value = 0.5f * value + 0.01f * w;  // site: quiet
      seen += value;  // site: data-race error state
      // twin: value *= 0.99f;  // site: quiet
    }
    w = 0.5f * w + 0.01f * (x[7] + seen);
  }
  std::printf("%.9g\n", static_cast<double>(w));
}
