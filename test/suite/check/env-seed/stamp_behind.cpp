// The clock goes into a weight before the steps. Twin: behind them, where no step is given it.
// OBSERVE: runs
#include <cstdio>
#include <ctime>
struct Net {
  float w[4] = {1, 2, 3, 4};
  float Forward(float x) const {
    float out = 0;
    for (float v : w) out += v * x;
    return out;
  }
};
static int train(Net& net, int steps) {
  for (int step = 0; step < steps; step++) {
    const float y = net.Forward(0.1f * static_cast<float>(step));
    for (float& v : net.w) v -= 0.01f * (y - 1);
  }
  return steps;
}
static float now() {
  timespec at;
  clock_gettime(CLOCK_MONOTONIC, &at);  // site: env-seed error state | twin: quiet
  return static_cast<float>(at.tv_nsec % 7);
}
int main() {
  Net net;
  net.w[0] += now(), train(net, 10);
  // twin: train(net, 10), net.w[0] += now();
  printf("%g\n", net.w[1]);
}
