// std::random_shuffle takes rand(). Twin: std::reverse takes nothing.
// FLAGS: -std=c++14 -Wno-deprecated-declarations
#include <algorithm>
#include <cstdio>
#include <vector>
int main() {
  std::vector<int> rows{1, 2, 3, 4, 5, 6, 7, 8};
  float w = 0;
  for (int step = 0; step < 8; step++) {
    std::random_shuffle(rows.begin(), rows.end());  // site: ambient-rng error state
    // twin: std::reverse(rows.begin(), rows.end());  // site: quiet
    for (int row : rows) w = 0.9f * w + static_cast<float>(row);
  }
  std::printf("%f\n", static_cast<double>(w));
}
