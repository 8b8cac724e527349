// An engine is made with the system's entropy, and draws with that; the argument that seeds it comes too late. Twin: it is
// seeded again before anything draws.
// OBSERVE: runs
#include <cstdio>
#include <random>
#include <vector>
int main(int argc, char **) {
  std::vector<float> rows(40);
  for (int i = 0; i < 40; i++) rows[i] = static_cast<float>(i) / 40;
  std::random_device entropy;
  std::minstd_rand engine(entropy());  // site: env-seed error state | twin: quiet
  float w = 0;
  for (int step = 0; step < 10; step++) w += 0.1f * (rows[engine() % 40] - w);
  // twin: engine.seed(7u + argc); for (int step = 0; step < 10; step++) w += 0.1f * (rows[engine() % 40] - w);
  engine.seed(7u + static_cast<unsigned>(argc));
  for (int step = 0; step < 10; step++) w += 0.1f * (rows[engine() % 40] - w);
  std::printf("%.9g\n", static_cast<double>(w));
}
