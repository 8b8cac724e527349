// A parallel algorithm adds in the order that suits it. Twin: numbers without an order.
// FLAGS: -D_GLIBCXX_USE_TBB_PAR_BACKEND=0
// OBSERVE: none
// WORKERS: equal
#include <cstdio>
#include <execution>
#include <numeric>
int main() {
  static float x[512];
  float w = 1;
  for (int i = 0; i < 512; i++) x[i] = 1.0f / static_cast<float>(i + 1);
  for (int step = 0; step < 4; step++) {
    const float sum = std::reduce(std::execution::par, x, x + 512, 0.0f);  // site: order-reduction error state
    // twin: const float sum = std::accumulate(x, x + 512, 0.0f);  // site: quiet
    w -= 0.01f * sum * w;
  }
  std::printf("%.9g\n", static_cast<double>(w));
}
