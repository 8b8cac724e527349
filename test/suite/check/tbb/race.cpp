// Threads of oneTBB meet in one sum. Twin: a part for each item.
// FLAGS: -std=c++17
// LIBRARIES: -ltbb
// OBSERVE: none
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <cstdio>
#include <vector>
int main() {
  std::vector<float> x(512), part(512);
  float w = 1;
  for (int step = 0; step < 4; step++) {
    float sum = 0;
    tbb::parallel_for(tbb::blocked_range<int>(0, 512), [&](const tbb::blocked_range<int>& range) {
      for (int i = range.begin(); i != range.end(); ++i) {
        x[i] = w / static_cast<float>(i + 1);  // site: quiet
        sum += x[i];  // site: data-race error state
        // twin: part[i] = x[i];  // site: quiet
      }
    });
    for (int i = 0; i < 512; i++) sum += part[i];
    w = 0.5f * w + 0.1f * sum;
  }
  std::printf("%.9g\n", static_cast<double>(w));
}
