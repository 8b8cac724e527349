// A parallel scan adds pieces in an order of its own. Twins: one without a policy; of integers.
// FLAGS: -std=c++17
// LIBRARIES: -ltbb
// OBSERVE: none
// WORKERS: equal
#include <cstdio>
#include <execution>
#include <numeric>
#include <vector>
int main() {
  std::vector<float> x(512), sums(512);
  std::vector<int> n(512, 3), places(512);
  float w = 1;
  for (int step = 0; step < 4; step++) {
    for (int i = 0; i < 512; i++) x[i] = w / static_cast<float>(i + 1);
    std::inclusive_scan(std::execution::par, x.begin(), x.end(), sums.begin());  // site: order-reduction error state
    // twin: std::inclusive_scan(x.begin(), x.end(), sums.begin());  // site: quiet
    std::exclusive_scan(std::execution::par, n.begin(), n.end(), places.begin(), 0);  // site: quiet
    w = 0.5f * w + 0.01f * (sums[500] + sums[3]) + 1e-4f * static_cast<float>(places[100]);
  }
  std::printf("%.9g\n", static_cast<double>(w));
}
