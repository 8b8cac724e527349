// A slot is chosen by the hash of an address. Twin: by the hash of a number.
// OBSERVE: runs
#include <cstdio>
#include <functional>
#include <memory>
#include <vector>
struct Layer {
  int id;
  float w;
};
static size_t Slot(const Layer *layer) {
  return std::hash<const Layer *>{}(layer) / 16 % 7;  // site: pointer-order error state
  // twin: return std::hash<int>{}(layer->id) % 7;  // site: quiet
}
int main() {
  std::vector<std::unique_ptr<Layer>> net;
  for (int i = 0; i < 5; i++) net.push_back(std::make_unique<Layer>(Layer{i, 1}));
  const float noise[7] = {0.1f, 0.2f, 0.3f, 0.4f, 0.5f, 0.6f, 0.7f};
  for (int step = 0; step < 4; step++)
    for (auto &layer : net) layer->w = 0.5f * layer->w + noise[Slot(layer.get())];
  for (auto &layer : net) std::printf("%f\n", static_cast<double>(layer->w));
}
