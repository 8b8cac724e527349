// Vectors are blocks with names of their own. Twin: no momentum.
// STATE: carried w v | counter step
// TWIN: carried w | counter step | dead v
#include <cstdio>
#include <vector>
int main() {
  std::vector<float> w = {1, 2, 3}, v(3);
  for (int step = 0; step < 8; step++) {
    for (std::size_t i = 0; i < w.size(); i++) v[i] = 0.9f * v[i] + 0.1f * w[i];
    // twin: for (std::size_t i = 0; i < w.size(); i++) v[i] = 0.1f * w[i];
    for (std::size_t i = 0; i < w.size(); i++) w[i] -= v[i];
  }
  std::printf("%f %f\n", w[0], w[2]);
}
