// A body that adds up in itself and joins others. Twin: the largest element, which has no order.
// FLAGS: -std=c++17
// LIBRARIES: -ltbb
// OBSERVE: none
// WORKERS: equal
#include <tbb/blocked_range.h>
#include <tbb/parallel_reduce.h>

#include <cstdio>
struct Norm {
  const float* x;
  double value = 0;
  explicit Norm(const float* of) : x(of) {}
  Norm(Norm& other, tbb::split) : x(other.x) {}
  void operator()(const tbb::blocked_range<int>& range) {
    for (int i = range.begin(); i != range.end(); ++i)
      value += static_cast<double>(x[i]) * x[i];
      // twin: value = x[i] > value ? static_cast<double>(x[i]) : value;
  }
  void join(const Norm& other) {
    value += other.value;  // site: order-reduction error state
    // twin: value = other.value > value ? other.value : value;  // site: quiet
  }
};
int main() {
  static float x[512];
  float w = 1;
  for (int step = 0; step < 4; step++) {
    for (int i = 0; i < 512; i++) x[i] = w / static_cast<float>(i + 1);
    Norm norm(x);
    tbb::parallel_reduce(tbb::blocked_range<int>(0, 512), norm);
    w = 0.5f * w + 0.1f * static_cast<float>(norm.value);
  }
  std::printf("%.9g\n", static_cast<double>(w));
}
