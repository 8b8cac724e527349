// A normal distribution keeps the second number of each pair. Twin: it is reset before each draw.
// STATE: carried w rng.state normal.spare normal.has_spare | counter step
// TWIN: carried w rng.state | counter step | dead normal.has_spare
#include <cstdio>
#include <random>
int main() {
  std::minstd_rand rng(7);
  std::normal_distribution<double> normal;
  double w = 0;
  for (int step = 0; step < 9; step++) {
    w *= 0.9;
    // twin: normal.reset();
    w += 0.1 * normal(rng);
  }
  std::printf("%f\n", w);
}
