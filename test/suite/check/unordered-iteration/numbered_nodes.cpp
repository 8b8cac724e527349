// Nodes that a loop makes are sorted by their depth. Twin: by the number of the round that makes each, so that no two are
// equal.
// OBSERVE: none
// KIND: ties
#include <algorithm>
#include <cstdio>
#include <memory>
#include <vector>
struct Node {
  int id, depth;
  float value;
  Node(int number, int below) : id(number), depth(below), value(static_cast<float>(number * 7 % 13)) {}
};
int main() {
  std::vector<std::unique_ptr<Node>> nodes;
  std::vector<Node*> order;
  for (int i = 0; i < 50; ++i) {
    nodes.push_back(std::make_unique<Node>(i, i % 5));
    order.push_back(nodes.back().get());
  }
  float w = 0;
  for (int step = 0; step < 20; ++step) {
    std::sort(order.begin(), order.end(), [](const Node* a, const Node* b) { return a->depth < b->depth; });  // site: unordered-iteration warning state
    // twin: std::sort(order.begin(), order.end(), [](const Node* a, const Node* b) { return a->id < b->id; });  // site: quiet
    for (Node* node : order) {
      w += 0.1f * (node->value - w);
      node->value *= 0.9f;
    }
  }
  std::printf("%.9g\n", static_cast<double>(w));
}
