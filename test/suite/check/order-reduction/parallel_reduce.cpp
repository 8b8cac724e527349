// std::reduce with a parallel policy. Twin: std::accumulate. A second one, of integers, is harmless.
// OBSERVE: none
#include <cstdio>
#include <execution>
#include <numeric>
#include <vector>
int main() {
  std::vector<float> x(1000);
  std::vector<int> n(1000, 3);
  float w = 1;
  for (int step = 0; step < 4; step++) {
    for (int i = 0; i < 1000; i++) x[i] = w / static_cast<float>(i + 1);
    float sum = std::reduce(std::execution::par, x.begin(), x.end(), 0.0f);  // site: order-reduction error state
    // twin: float sum = std::accumulate(x.begin(), x.end(), 0.0f);  // site: quiet
    int all = std::reduce(std::execution::par, n.begin(), n.end(), 0);  // site: quiet
    float dot = std::transform_reduce(std::execution::par_unseq, x.begin(), x.end(), x.begin(), 0.0f);  // site: order-reduction error state
    // twin: float dot = std::inner_product(x.begin(), x.end(), x.begin(), 0.0f);  // site: quiet
    w = 0.5f * w + 0.01f * (sum + dot) + 1e-6f * static_cast<float>(all);
  }
  std::printf("%.9g\n", static_cast<double>(w));
}
