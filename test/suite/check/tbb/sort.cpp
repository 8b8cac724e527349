// oneTBB cuts a sort where its threads are: equal keys change places. Twin: a second key.
// FLAGS: -std=c++17
// LIBRARIES: -ltbb
// OBSERVE: none
// WORKERS: equal
#include <tbb/parallel_sort.h>

#include <cstdio>
#include <vector>
struct Row {
  int key, number;
};
int main() {
  std::vector<Row> rows(2000);
  float w = 1;
  for (int step = 0; step < 4; step++) {
    for (int i = 0; i < 2000; i++) rows[i] = {i * 31 % 5, i};
    tbb::parallel_sort(rows.begin(), rows.end(), [](const Row &a, const Row &b) { return a.key < b.key; });  // site: unordered-iteration warning state
    // twin: tbb::parallel_sort(rows.begin(), rows.end(), [](const Row &a, const Row &b) { return a.key != b.key ? a.key < b.key : a.number < b.number; });  // site: quiet
    for (int i = 0; i < 20; i++) w = 0.9f * w + 1e-3f * static_cast<float>(rows[i].number);
  }
  std::printf("%.9g\n", static_cast<double>(w));
}
