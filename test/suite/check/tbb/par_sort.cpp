// Equal keys of a parallel sort come in an order of the library's. Twin: a stable one.
// FLAGS: -std=c++17
// LIBRARIES: -ltbb
// OBSERVE: none
#include <algorithm>
#include <cstdio>
#include <execution>
#include <vector>
struct Row {
  int key, number;
};
int main() {
  std::vector<Row> rows(200);
  float w = 1;
  for (int step = 0; step < 4; step++) {
    for (int i = 0; i < 200; i++) rows[i] = {i * 31 % 5, i};
    std::sort(std::execution::par, rows.begin(), rows.end(), [](const Row &a, const Row &b) { return a.key < b.key; });  // site: unordered-iteration warning state
    // twin: std::stable_sort(std::execution::par, rows.begin(), rows.end(), [](const Row &a, const Row &b) { return a.key < b.key; });  // site: quiet
    for (int i = 0; i < 20; i++) w = 0.9f * w + 1e-3f * static_cast<float>(rows[i].number);
  }
  std::printf("%.9g\n", static_cast<double>(w));
}
