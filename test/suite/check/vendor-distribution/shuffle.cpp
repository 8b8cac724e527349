// std::shuffle and std::sample, with a fixed engine: each library its own order. Twins: Fisher and Yates by hand.
#include <algorithm>
#include <cstdio>
#include <iterator>
#include <numeric>
#include <random>
#include <vector>
template <typename Engine>
void Mix(std::vector<int> &rows, Engine &engine) {
  std::shuffle(rows.begin(), rows.end(), engine);  // site: vendor-distribution warning state
  // twin: for (unsigned i = static_cast<unsigned>(rows.size()); i > 1; i--) std::swap(rows[i - 1], rows[engine() % i]);  // site: quiet
}
int main() {
  std::minstd_rand engine(3);
  std::vector<int> rows(10), few(3);
  std::iota(rows.begin(), rows.end(), 0);
  float w = 1;
  for (int step = 0; step < 8; step++) {
    Mix(rows, engine);
    std::sample(rows.begin(), rows.end(), few.begin(), 3, engine);  // site: vendor-distribution warning state
    // twin: std::copy(rows.begin(), rows.begin() + 3, few.begin());  // site: quiet
    for (int row : few) w = 0.9f * w + 0.1f * static_cast<float>(row);
    for (int row : rows) w = 0.9f * w + 0.1f * static_cast<float>(row);
  }
  std::printf("%f\n", static_cast<double>(w));
}
