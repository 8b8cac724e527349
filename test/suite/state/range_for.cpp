// A range-for that sets all elements. Twin: it sets copies of them.
// STATE: carried w | counter step | dead h
// TWIN: carried w h | counter step
#include <cstdio>
#include <vector>
int main() {
  std::vector<float> w = {1, 2, 3}, h(3);
  for (int step = 0; step < 8; step++) {
    for (float& x : h) x = 0;
    // twin: for (float x : h) x = 0;
    for (std::size_t i = 0; i < 3; i++) h[i] += w[i];
    for (std::size_t i = 0; i < 3; i++) w[i] -= 0.1f * h[i];
  }
  std::printf("%f %f\n", w[0], w[2]);
}
