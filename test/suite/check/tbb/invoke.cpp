// Two functions that run beside each other write one sum. Twin: one each.
// FLAGS: -std=c++17
// LIBRARIES: -ltbb
// OBSERVE: none
#include <tbb/parallel_invoke.h>

#include <cstdio>
int main() {
  static float x[512];
  float w = 1;
  for (int step = 0; step < 4; step++) {
    for (int i = 0; i < 512; i++) x[i] = w / static_cast<float>(i + 1);
    float left = 0, right = 0;
    tbb::parallel_invoke(
        [&] {
          for (int i = 0; i < 256; i++) left += x[i];  // site: data-race error state @1 | twin: quiet
        },
        [&] {
          for (int i = 256; i < 512; i++)
            left += x[i];  // site: data-race error state @1
            // twin: right += x[i];  // site: quiet
        });
    w = 0.5f * w + 0.1f * (left + right);
  }
  std::printf("%.9g\n", static_cast<double>(w));
}
