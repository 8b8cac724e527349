// Equal keys: the order of their elements is the library's. Twins: a stable sort, a second key.
// FLAGS: -std=c++14
#include <algorithm>
#include <cstdio>
#include <vector>
struct Row {
  int key, number;
};
int main() {
  std::vector<Row> rows(200), other(200);
  float w = 1;
  for (int step = 0; step < 4; step++) {
    for (int i = 0; i < 200; i++) rows[i] = other[i] = {i * 31 % 5, i};
    std::sort(rows.begin(), rows.end(), [](const Row &a, const Row &b) { return a.key < b.key; });  // site: unordered-iteration warning state
    // twin: std::stable_sort(rows.begin(), rows.end(), [](const Row &a, const Row &b) { return a.key < b.key; });  // site: quiet
    std::partial_sort(other.begin(), other.begin() + 20, other.end(), [](const Row &a, const Row &b) { return a.key < b.key; });  // site: unordered-iteration warning state
    // twin: std::partial_sort(other.begin(), other.begin() + 20, other.end(), [](const Row &a, const Row &b) { return a.key != b.key ? a.key < b.key : a.number < b.number; });  // site: quiet
    for (int i = 0; i < 20; i++) w = 0.9f * w + 1e-3f * static_cast<float>(rows[i].number + other[i].number);
  }
  std::printf("%.9g\n", static_cast<double>(w));
}
