// Every way to take a seed from a random device that has nothing else beside it. Twin: constants.
// OBSERVE: runs
#include <cstdio>
#include <random>
int main() {
  std::random_device device;
  std::mt19937 rows(device());  // site: env-seed error state
  // twin: std::mt19937 rows(7);  // site: quiet
  std::mt19937 columns;
  columns.seed(device());  // site: env-seed error state
  // twin: columns.seed(8);  // site: quiet
  std::mt19937 noise(std::random_device{}());  // site: env-seed error state
  // twin: std::mt19937 noise(9);  // site: quiet
  std::mt19937 mask{std::random_device()()};  // site: env-seed error state
  // twin: std::mt19937 mask{10};  // site: quiet
  float w = 1;
  for (int step = 0; step < 8; step++)
    w = 0.5f * w + static_cast<float>((rows() + columns() + noise() + mask()) % 100);
  std::printf("%.9g\n", static_cast<double>(w));
}
