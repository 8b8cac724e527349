// Engines of the standard library take their seeds from clocks and the process, in every way to write it. Twin: constants.
// OBSERVE: runs
#include <time.h>
#include <unistd.h>
#include <cstdio>
#include <ctime>
#include <random>
int main() {
  std::mt19937 rows(time(NULL));  // site: env-seed error state
  // twin: std::mt19937 rows(1);  // site: quiet
  std::mt19937 columns(static_cast<unsigned>(time(0)));  // site: env-seed error state
  // twin: std::mt19937 columns(2);  // site: quiet
  std::minstd_rand noise(time(nullptr));  // site: env-seed error state
  // twin: std::minstd_rand noise(3);  // site: quiet
  std::mt19937_64 mask(std::time(NULL));  // site: env-seed error state
  // twin: std::mt19937_64 mask(4);  // site: quiet
  std::mt19937 bias(std::time(0));  // site: env-seed error state
  // twin: std::mt19937 bias(5);  // site: quiet
  std::mt19937 order{static_cast<unsigned>(std::time(nullptr))};  // site: env-seed error state
  // twin: std::mt19937 order{6};  // site: quiet
  std::mt19937 scale(clock());  // site: env-seed error state
  // twin: std::mt19937 scale(7);  // site: quiet
  std::mt19937 shift(std::clock());  // site: env-seed error state
  // twin: std::mt19937 shift(8);  // site: quiet
  std::mt19937 left(getpid());  // site: env-seed error state
  // twin: std::mt19937 left(9);  // site: quiet
  std::mt19937 right;
  right.seed(static_cast<unsigned>(::getpid()));  // site: env-seed error state
  // twin: right.seed(10);  // site: quiet
  float w = 1;
  for (int step = 0; step < 8; step++) {
    const auto drawn = rows() + columns() + noise() + mask() + bias() + order() + scale() + shift() + left() + right();
    w = 0.5f * w + static_cast<float>(drawn % 100);
  }
  std::printf("%.9g\n", static_cast<double>(w));
}
