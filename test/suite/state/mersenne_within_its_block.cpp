// Mersenne twister makes 624 numbers at a time: the few draws of this run take them from the block that the
// initialisation made, and only the place in it moves. Twin: it skips so many that it must make new ones.
// STATE: carried w | counter step rng.position | invariant rng.state
// TWIN: carried w rng.state rng.position | counter step
#include <cstdio>
#include <random>
int main() {
  std::mt19937 rng(7);
  float w = static_cast<float>(rng() % 10);
  for (int step = 0; step < 8; step++) {
    rng.discard(1);
    // twin: rng.discard(100);
    w += 0.1f * (static_cast<float>(rng() % 10) - w);
  }
  std::printf("%f\n", w);
}
