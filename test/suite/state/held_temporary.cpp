// A reference keeps alive what a call returns, and steps update it. Twin: each step sets all of it first.
// STATE: carried w h | counter step
// TWIN: carried w | counter step | dead h
#include <cstddef>
#include <cstdio>
#include <vector>
static std::vector<float> zeros(std::size_t n) { return std::vector<float>(n); }
int main() {
  std::vector<float> w = {1, 2, 3};
  auto&& h = zeros(3);
  for (int step = 0; step < 8; step++) {
    for (std::size_t i = 0; i < 3; i++)
      h[i] = 0.5f * h[i] + w[i];
      // twin: h[i] = 0.5f * w[i];
    for (std::size_t i = 0; i < 3; i++) w[i] -= 0.1f * h[i];
  }
  std::printf("%f %f\n", w[0], w[2]);
}
