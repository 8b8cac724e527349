// The step loop goes through what a call returns. Twin: with momentum.
// STATE: carried w __begin1 | dead m
// TWIN: carried w m __begin1
#include <cstddef>
#include <cstdio>
#include <vector>
static std::vector<float> targets(int n) {
  std::vector<float> v;
  for (int i = 0; i < n; i++) v.push_back(0.25f * static_cast<float>(i * i));
  return v;
}
int main() {
  std::vector<float> w = {1, 2, 3}, m(3);
  for (float y : targets(8)) {
    for (std::size_t i = 0; i < 3; i++) {
      m[i] = w[i] - y;
      // twin: m[i] = 0.5f * m[i] + w[i] - y;
      w[i] -= 0.1f * m[i];
    }
  }
  std::printf("%f %f\n", w[0], w[2]);
}
