// Rows are sorted by a feature that a function of the table's looks up, and a sum goes through them. Twin: stable.
// KIND: ties
#include <algorithm>
#include <cstdio>
#include <numeric>
#include <vector>
struct Table {
  int columns;
  std::vector<float> values;
  float At(int row, int column) const { return values[static_cast<std::size_t>(row * columns + column)]; }
};
int main() {
  Table table{3, std::vector<float>(600)};
  for (std::size_t i = 0; i < 600; i++) table.values[i] = static_cast<float>(i * 37 % 11);
  std::vector<float> gradient(200), score(200);
  std::vector<int> order(200);
  for (int round = 0; round < 20; round++) {
    for (std::size_t r = 0; r < 200; r++) gradient[r] = table.At(static_cast<int>(r), 1) * 0.3f - score[r];
    float best = 0;
    for (int c = 0; c < 3; c++) {
      std::iota(order.begin(), order.end(), 0);
      std::sort(order.begin(), order.end(), [&](int a, int b) { return table.At(a, c) < table.At(b, c); });  // site: unordered-iteration warning state
      // twin: std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return table.At(a, c) < table.At(b, c); });  // site: quiet
      float left = 0;
      for (int row : order) best = std::max(best, left += gradient[static_cast<std::size_t>(row)]);
    }
    for (float &x : score) x += 1e-4f * best;
  }
  std::printf("%.9g\n", static_cast<double>(score[7]));
}
