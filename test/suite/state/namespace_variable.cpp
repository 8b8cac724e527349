// A variable of a namespace is called as one writes it. Twin: each step sets it first.
// STATE: carried w nn::rate | counter step
// TWIN: carried w | counter step | dead nn::rate
#include <cstdio>
namespace nn {
float rate = 0.5f;
}
int main() {
  float w = 5;
  for (int step = 0; step < 8; step++) {
    nn::rate *= 0.9f;
    // twin: nn::rate = 0.1f;
    w -= nn::rate * (w - 1);
  }
  std::printf("%f\n", w);
}
