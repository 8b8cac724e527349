// A seed is read from the system's entropy through a stream. Twin: from a file.
// OBSERVE: none
#include <cstdio>
#include <fstream>
#include <random>
static unsigned Seed() {
  unsigned seed = 0;
  std::ifstream in("/dev/urandom", std::ios::binary);
  // twin: std::ifstream in("seed.bin", std::ios::binary);
  in.read(reinterpret_cast<char *>(&seed), sizeof seed);  // site: env-seed error state | twin: quiet
  return seed;
}
int main() {
  std::mt19937 engine(Seed());
  double w = 0;
  for (int step = 0; step < 100; step++) w = 0.9 * w + static_cast<double>(engine() >> 8);
  std::printf("%f\n", w);
}
