// A static member of a class template's instance. Twin: each step sets it.
// STATE: carried w Optimizer<2>::rate | counter step
// TWIN: carried w | counter step | dead Optimizer<2>::rate
#include <cstdio>
template <int kOrder>
struct Optimizer {
  static float rate;
};
template <int kOrder>
float Optimizer<kOrder>::rate = 0.5f;
int main() {
  float w = 5;
  for (int step = 0; step < 8; step++) {
    Optimizer<2>::rate *= 0.8f;
    // twin: Optimizer<2>::rate = 0.1f + 0.01f * static_cast<float>(step);
    w -= Optimizer<2>::rate * (w - 1);
  }
  std::printf("%f\n", w);
}
