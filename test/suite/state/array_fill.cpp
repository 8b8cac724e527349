// std::array, filled before it is added to. Twin: it is not filled.
// STATE: carried w | counter step | dead g
// TWIN: carried w g | counter step
#include <array>
#include <cstdio>
int main() {
  std::array<float, 4> w = {1, 2, 3, 4}, g = {};
  for (int step = 0; step < 8; step++) {
    g.fill(0);
    // twin: g[0] = 0;
    for (std::size_t i = 0; i < 4; i++) g[i] += w[i] - 0.5f;
    for (std::size_t i = 0; i < 4; i++) w[i] -= 0.1f * g[i];
  }
  std::printf("%f %f\n", w[0], w[3]);
}
