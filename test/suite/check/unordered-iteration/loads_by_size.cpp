// Boxes are dealt to ranks from the largest to the smallest, and many are equally large, as reported in IBAMR/IBAMR#981 of
// two standard libraries. Twin: boxes of the same size keep their order.
// OBSERVE: none
// KIND: ties
#include <algorithm>
#include <cstdio>
#include <utility>
#include <vector>
int main() {
  std::vector<double> field(90, 0.0);
  for (int step = 0; step < 8; step++) {
    std::vector<std::pair<double, int>> boxes;
    for (int i = 0; i < 90; i++) boxes.emplace_back(static_cast<double>((i + step) % 5 + 1), i);
    std::sort(boxes.begin(), boxes.end(), [](const std::pair<double, int> &a, const std::pair<double, int> &b) { return a.first > b.first; });  // site: unordered-iteration warning state
    // twin: std::stable_sort(boxes.begin(), boxes.end(), [](const std::pair<double, int> &a, const std::pair<double, int> &b) { return a.first > b.first; });  // site: quiet
    double load[4] = {};
    for (const auto &[size, box] : boxes) {
      int least = 0;
      for (int r = 1; r < 4; r++)
        if (load[r] < load[least]) least = r;
      load[least] += size;
      field[box] = 0.5 * field[box] + 0.25 * (least + 1);
    }
  }
  for (double v : field) std::printf("%.17g\n", v);
}
