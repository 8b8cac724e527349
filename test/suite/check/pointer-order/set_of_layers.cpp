// A set of pointers with the default order. Twin: with an order of its own. A third walk only prints.
#include <cstdio>
#include <memory>
#include <set>
#include <vector>
struct Layer {
  int id;
  float w;
};
struct ById {
  bool operator()(const Layer *a, const Layer *b) const { return a->id < b->id; }
};
using Layers = std::set<Layer *>;
// twin: using Layers = std::set<Layer *, ById>;
int main() {
  std::vector<std::unique_ptr<Layer>> owned;
  Layers layers;
  std::set<Layer *> shown;
  for (int i = 0; i < 8; i++) {
    owned.push_back(std::make_unique<Layer>(Layer{i, 1.0f}));
    layers.insert(owned.back().get());
    shown.insert(owned.back().get());
  }
  float carry = 1;
  for (int step = 0; step < 8; step++) {
    for (Layer *layer : layers) carry = 0.5f * carry + (layer->w -= 0.1f * carry) * static_cast<float>(layer->id);  // site: pointer-order error state | twin: quiet
    for (Layer *layer : shown) std::printf("%d\n", layer->id);  // site: pointer-order note log
    for (Layer *layer : shown) layer->w *= 0.9f;  // site: quiet
  }
  std::printf("%f\n", static_cast<double>(carry));
}
