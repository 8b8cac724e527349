// A parallel algorithm of the C++ library counts what it does. Twin: each item has a place of its own.
// FLAGS: -std=c++17
// LIBRARIES: -ltbb
// OBSERVE: none
#include <algorithm>
#include <cstdio>
#include <execution>
#include <vector>
int main() {
  std::vector<float> x(512, 1.0f);
  float w = 1, most = 0;
  for (int step = 0; step < 4; step++) {
    std::for_each(std::execution::par, x.begin(), x.end(), [&](float& value) {
      value = 0.5f * value + 0.01f * w;
      most += value;  // site: data-race error state
      // twin: value *= 0.99f;  // site: quiet
    });
    w = 0.5f * w + 0.01f * (x[7] + most);
  }
  std::printf("%.9g\n", static_cast<double>(w));
}
