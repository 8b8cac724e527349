// A map keyed by addresses is walked. Twin: keyed by numbers.
#include <cstdio>
#include <map>
#include <memory>
#include <vector>
struct Node {
  int id;
  float gradient;
};
int main() {
  std::vector<std::unique_ptr<Node>> nodes;
  std::map<const Node *, float> scale;
  // twin: std::map<int, float> scale;
  for (int i = 0; i < 20; i++) {
    nodes.push_back(std::make_unique<Node>(Node{i, 1.0f / static_cast<float>(i + 1)}));
    scale[nodes.back().get()] = static_cast<float>(i % 3);
    // twin: scale[i] = static_cast<float>(i % 3);
  }
  float w = 1;
  for (int step = 0; step < 8; step++)
    for (const auto &entry : scale) w = 0.9f * w + 0.1f * entry.second;  // site: pointer-order error state | twin: quiet
  std::printf("%f\n", static_cast<double>(w));
}
