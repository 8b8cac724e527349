// What -march=native allows is up to the machine that builds: with FMA, products and sums are rounded once, as reported of builds in openmc-dev/openmc#3823. Twin: for a named machine, and not contracted.  // site: fast-math warning state | twin: quiet
// FLAGS: -O2 -march=native
// TWIN-FLAGS: -O2 -march=x86-64-v3 -ffp-contract=off
// OBSERVE: flags
// KIND: machines
#include <cstdio>
int main() {
  float density[8], weight[8];
  for (int i = 0; i < 8; i++) density[i] = 1.0f / static_cast<float>(i + 1), weight[i] = static_cast<float>(i % 3) / 3;
  for (int step = 0; step < 50; step++) {
    float sum = 0;
    for (int i = 0; i < 8; i++) sum += density[i] * weight[i];
    for (int i = 0; i < 8; i++) density[i] = density[i] * 0.97f + sum * weight[7 - i] * 0.01f;
  }
  for (float v : density) std::printf("%.9g\n", static_cast<double>(v));
}
