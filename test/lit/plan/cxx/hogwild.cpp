// OpenMP's threads train; an evaluation behind them adds up what they have left, or searches it, and nothing of that
// stays: it is no training.
// RUN: %detrain plan %s -- -fopenmp -std=c++17 -DSEARCH=0 | FileCheck %s
// RUN: %detrain plan %s -- -fopenmp -std=c++17 -DSEARCH=1 | FileCheck %s
// CHECK: hogwild.cpp:[[# @LINE + 31]] in main; it updates
// Twin: what is searched for goes on from one search to the next.
// RUN: %detrain plan %s -- -fopenmp -std=c++17 -DSEARCH=1 -DTWIN | FileCheck %s --check-prefix=TWIN
// TWIN: hogwild.cpp:[[# @LINE + 18]] in Score;
#include <cstdio>
#include <vector>
float w[16];
void Add(std::vector<float>& sum, const float* x) {
  for (int i = 0; i < 16; i++)
#if SEARCH
    sum[i] += 0.5f * sum[15 - i] * x[i] * w[i];
#else
    sum[i] += x[i] * w[i];
#endif
}
float Score(const float (*x)[16], int n) {
#ifdef TWIN
  static std::vector<float> sum(16, 1.0f);
#else
  std::vector<float> sum(16, 1.0f);
#endif
  for (int s = 0; s < n; s++)
    Add(sum, x[s]);
  return sum[3];
}
int main() {
  static float x[64][16];
  for (int s = 0; s < 64; s++)
    for (int i = 0; i < 16; i++)
      x[s][i] = 0.01f * (s + i);
#pragma omp parallel for
  for (int s = 0; s < 64; s++) {
    float y = 0;
    for (int i = 0; i < 16; i++)
      y += w[i] * x[s][i];
    for (int i = 0; i < 16; i++)
      w[i] += 0.1f * (1 - y) * x[s][i];
  }
  for (int n = 1; n < 64; n *= 2)
    std::printf("%.9g\n", Score(x, n));
}
