// Pointers are sorted by what they are. Twin: by what they point to.
#include <algorithm>
#include <cstdio>
#include <memory>
#include <vector>
struct Layer {
  int id;
};
int main() {
  std::vector<std::unique_ptr<Layer>> owned;
  std::vector<Layer *> order;
  for (int i = 0; i < 16; i++) {
    owned.push_back(std::make_unique<Layer>(Layer{i * 7 % 16}));
    order.push_back(owned.back().get());
  }
  std::sort(order.begin(), order.end());  // site: pointer-order error state
  // twin: std::sort(order.begin(), order.end(), [](const Layer *a, const Layer *b) { return a->id < b->id; });  // site: quiet
  float w = 1;
  for (int step = 0; step < 8; step++)
    for (const Layer *layer : order) w = 0.9f * w + 0.01f * static_cast<float>(layer->id);
  std::printf("%f\n", static_cast<double>(w));
}
