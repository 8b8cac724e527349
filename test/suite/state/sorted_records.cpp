// Records that own a block are sorted by a member in each step. Twin: only the last value is printed, not the sum.
// STATE: carried rows[].x rows[].loss sum | counter step
// TWIN: carried rows[].x rows[].loss | counter step | dead sum
#include <algorithm>
#include <cstdio>
#include <memory>
#include <vector>
struct Row {
  std::unique_ptr<float> x;
  float loss;
};
int main() {
  std::vector<Row> rows;
  for (int i = 0; i < 5; i++) rows.push_back({std::make_unique<float>(1.0f + (float)i), (float)(i * 3 % 5)});
  float sum = 0;
  for (int step = 0; step < 8; step++) {
    *rows[0].x *= 0.5f;
    rows[0].loss += 3;
    std::sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) { return a.loss < b.loss; });
    sum += rows[0].loss * *rows[0].x;
    // twin: sum = rows[0].loss * *rows[0].x;
    std::printf("%f\n", sum);
  }
}
