// An object that the first step makes: what it holds outlives the step. Twin: each step sets it.
// STATE: carried w average->mean | counter step
// TWIN: carried w | counter step | dead average->mean
#include <cstdio>
#include <memory>
struct Average {
  explicit Average(float first) : mean(first) {}
  float mean;
};
int main() {
  std::unique_ptr<Average> average;
  float w = 1;
  for (int step = 0; step < 8; step++) {
    if (!average) average = std::make_unique<Average>(w);
    average->mean = 0.9f * average->mean + 0.1f * w;
    // twin: average->mean = 0.5f * w;
    w -= 0.1f * average->mean;
  }
  std::printf("%f\n", w);
}
