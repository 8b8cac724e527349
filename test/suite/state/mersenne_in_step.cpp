// A Mersenne twister that the step draws from. Twin: the step does without.
// STATE: carried w rng.state rng.position | counter step
// TWIN: carried w | counter step | absent rng.state
#include <cstdio>
#include <random>
int main() {
  std::mt19937 rng(7);
  float w = 5;
  for (int step = 0; step < 8; step++) {
    const float x = static_cast<float>(rng() % 10);
    // twin: const float x = static_cast<float>(step * 7 % 10);
    w += 0.1f * (x - w);
  }
  std::printf("%f\n", w);
}
