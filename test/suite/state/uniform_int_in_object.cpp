// A generator beside a vector in one object: drawing a wide integer, which recurs, changes the generator only.
// Twin: the range changes.
// STATE: carried bag.rng.state bag.rng.position bag.w | counter step | invariant bag.size
// TWIN: carried bag.rng.state bag.rng.position bag.w bag.size | counter step
#include <cstddef>
#include <cstdio>
#include <random>
#include <vector>
struct Bag {
  std::mt19937 rng{7};
  std::vector<float> values = std::vector<float>(8, 1.0f);
  float w = 0;
  std::size_t size = 8;
};
int main(int argc, char**) {
  Bag bag;
  bag.size -= static_cast<std::size_t>(argc);
  for (std::size_t k = 0; k < 8; ++k)
    bag.values[k] = static_cast<float>(k);
  for (int step = 0; step < 8; ++step) {
    std::uniform_int_distribution<std::size_t> which(0, bag.size - 1);
    bag.w += 0.1f * bag.values[which(bag.rng)];
    // twin: bag.w += 0.1f * bag.values[which(bag.rng)], bag.size = 10 - bag.size;
  }
  std::printf("%f %d\n", static_cast<double>(bag.w), static_cast<int>(bag.size));
}
