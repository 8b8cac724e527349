// A uniform distribution keeps nothing from draw to draw. Twin: one for normal numbers does.
// STATE: carried w rng.state | counter step
// TWIN: carried w rng.state distribution.spare distribution.has_spare | counter step
#include <cstdio>
#include <random>
int main() {
  std::minstd_rand rng(7);
  std::uniform_real_distribution<double> distribution(0, 1);
  // twin: std::normal_distribution<double> distribution(0, 1);
  double w = 0;
  for (int step = 0; step < 9; step++) w += 0.1 * (distribution(rng) - w);
  std::printf("%f\n", w);
}
