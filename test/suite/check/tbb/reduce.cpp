// Where oneTBB cuts a range follows from its threads; so do the sums. Twins: a tree that is fixed; a sum of integers.
// FLAGS: -std=c++17
// LIBRARIES: -ltbb
// OBSERVE: none
// WORKERS: equal
#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>
#include <tbb/parallel_reduce.h>

#include <cstdio>
#include <vector>
int main() {
  std::vector<float> x(512);
  float w = 1;
  for (int step = 0; step < 4; step++) {
    tbb::parallel_for(0, 512, [&](int i) { x[i] = w / static_cast<float>(i + 1); });  // site: quiet
    const auto sum_of = [&](const tbb::blocked_range<int>& range, float part) {
      for (int i = range.begin(); i != range.end(); ++i) part += x[i];
      return part;
    };
    const auto join = [](float a, float b) { return a + b; };
    const float sum = tbb::parallel_reduce(tbb::blocked_range<int>(0, 512), 0.0f, sum_of, join);  // site: order-reduction error state
    // twin: const float sum = tbb::parallel_deterministic_reduce(tbb::blocked_range<int>(0, 512), 0.0f, sum_of, join);  // site: quiet
    const int count = tbb::parallel_reduce(tbb::blocked_range<int>(0, 512), 0, [&](const tbb::blocked_range<int>& range, int n) {  // site: quiet
      for (int i = range.begin(); i != range.end(); ++i) n += x[i] > 0.01f;
      return n;
    }, [](int a, int b) { return a + b; });
    w = 0.5f * w + 0.1f * sum + 1e-4f * static_cast<float>(count);
  }
  std::printf("%.9g\n", static_cast<double>(w));
}
