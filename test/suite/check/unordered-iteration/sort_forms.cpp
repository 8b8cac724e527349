// Every way to sort elements of which the comparison takes some for equal. Twin: with the order that they had.
// FLAGS: -std=c++20
// OBSERVE: none
#include <algorithm>
#include <cstdio>
#include <vector>
struct Row {
  int key, number;
};
static bool Less(const Row &a, const Row &b) { return a.key < b.key; }
using std::sort;
using std::stable_sort;
int main() {
  std::vector<Row> rows(200), columns(200), cells(200);
  float w = 1;
  for (int step = 0; step < 4; step++) {
    for (int i = 0; i < 200; i++) rows[i] = columns[i] = cells[i] = {i * 31 % 5, i};
    std::sort(rows.begin(), rows.end(), Less);  // site: unordered-iteration warning state
    // twin: std::stable_sort(rows.begin(), rows.end(), Less);  // site: quiet
    sort(columns.begin(), columns.end(), Less);  // site: unordered-iteration warning state
    // twin: stable_sort(columns.begin(), columns.end(), Less);  // site: quiet
    std::ranges::sort(cells, Less);  // site: unordered-iteration warning state
    // twin: std::ranges::stable_sort(cells, Less);  // site: quiet
    for (int i = 0; i < 20; i++)
      w = 0.9f * w + 1e-3f * static_cast<float>(rows[i].number + 2 * columns[i].number + 3 * cells[i].number);
  }
  std::printf("%.9g\n", static_cast<double>(w));
}
