// Objects that are passed by value, among them what is called after each step. Twin: that one counts its calls.
// STATE: carried w | counter step
// TWIN: carried w | counter step calls
#include <cstdio>
#include <functional>
#include <vector>
static float Train(std::vector<float> rate, std::function<void(int)> after) {
  float w[2] = {3, -2};
  for (int step = 0; step < 8; step++) {
    for (float& x : w) x -= rate[0] * x;
    after(step);
  }
  return w[0] + w[1];
}
int main() {
  int calls = 0;
  const float sum = Train({0.1f, 0.2f}, [&](int step) { std::printf("%d %d\n", step, calls); });
  // twin: const float sum = Train({0.1f, 0.2f}, [&](int step) { std::printf("%d %d\n", step, ++calls); });
  std::printf("%f\n", sum);
}
