// Shared pointers are sorted as they are: by address. Twin: by what they lead to.
// OBSERVE: none
#include <algorithm>
#include <cstdio>
#include <memory>
#include <vector>
struct Node {
  float w;
};
int main() {
  std::vector<std::shared_ptr<Node>> nodes;
  for (int i = 0; i < 5; i++) nodes.push_back(std::make_shared<Node>(Node{static_cast<float>(i * 3 % 5)}));
  std::sort(nodes.begin(), nodes.end());  // site: pointer-order error state
  // twin: std::sort(nodes.begin(), nodes.end(), [](const auto &a, const auto &b) { return a->w < b->w; });  // site: quiet
  float w = 0;
  for (int step = 0; step < 4; step++)
    for (auto &node : nodes) w = 0.5f * w + node->w;
  std::printf("%f\n", static_cast<double>(w));
}
