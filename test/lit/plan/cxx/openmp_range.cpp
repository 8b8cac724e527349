// Threads share out the items of a range: what they fill is dead, what they add to is carried.
// RUN: %detrain plan %s -- -fopenmp -std=c++17 | FileCheck %s
// CHECK: Saved at each checkpoint: 3 entries, 2056 bytes
// CHECK: main::y {{.*}}carried
// CHECK: {{^}}  x {{.*}}dead
// CHECK: omp reduction
#include <cstdio>
#include <vector>
int main() {
  std::vector<float> x(512);
  static float y[512];
  float w = 1;
  for (int step = 0; step < 4; step++) {
#pragma omp parallel for
    for (float& value : x)
      value = w * 0.5f;
#pragma omp parallel for schedule(dynamic)
    for (float& value : y)
      value = 0.5f * value + w;
    float sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (float value : x)
      sum += value;
    w = 0.5f * w + 1e-3f * sum + y[3];
  }
  std::printf("%.9g\n", static_cast<double>(w));
}
