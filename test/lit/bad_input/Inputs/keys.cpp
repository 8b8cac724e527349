// Rows by their address, in a tree: a checkpoint holds which number each block has in its order.
#include <cstdio>
#include <map>
#include <memory>
#include <vector>

struct Row {
  float w = 1;
};
int main() {
  std::vector<std::unique_ptr<Row>> rows;
  for (int i = 0; i < 3; i++)
    rows.push_back(std::make_unique<Row>());
  std::map<Row*, float> momentum;
  for (int step = 0; step < 5; step++) {
    for (auto& row : rows) {
      float& m = momentum[row.get()];
      m = 0.9f * m + row->w - static_cast<float>(step);
      row->w -= 0.1f * m;
    }
    std::printf("%d %f\n", step, static_cast<double>(rows[0]->w + rows[2]->w));
  }
}
