// A static member is state. Twin: each step sets it.
// STATE: carried w Optimizer::rate | counter step
// TWIN: carried w | counter step | dead Optimizer::rate
#include <cstdio>
struct Optimizer {
  static float rate;
};
float Optimizer::rate = 0.5f;
int main() {
  float w = 5;
  for (int step = 0; step < 8; step++) {
    Optimizer::rate *= 0.8f;
    // twin: Optimizer::rate = 0.1f + 0.01f * static_cast<float>(step);
    w -= Optimizer::rate * (w - 1);
  }
  std::printf("%f\n", w);
}
