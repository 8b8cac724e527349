// A vector whose size is known at run time only, perhaps none, is cleared from its begin to its end. Twin: but for its first.
// STATE: carried m.w | counter step | dead m.gradient
// TWIN: carried m.w m.gradient | counter step
#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <vector>

struct Model {
  explicit Model(std::size_t n) : size(n), w(n), gradient(n) {}

  std::size_t size;
  std::vector<float> w, gradient;
};

int main(int argc, char**) {
  Model m(static_cast<std::size_t>(argc) + 2);
  for (std::size_t i = 0; i < m.size; i++) m.w[i] = static_cast<float>(i + 1);
  for (int step = 0; step < 8; step++) {
    std::fill(m.gradient.begin(), m.gradient.end(), 0.0f);
    // twin: std::fill(m.gradient.begin() + 1, m.gradient.end(), 0.0f);
    for (std::size_t i = 0; i < m.size; i++) m.gradient[i] += 0.5f * m.w[i];
    for (std::size_t i = 0; i < m.size; i++) m.w[i] -= 0.1f * m.gradient[i];
  }
  std::printf("%f %f\n", m.w[0], m.w[2]);
}
