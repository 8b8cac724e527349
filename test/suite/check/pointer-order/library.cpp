// No step loop: an order of addresses leaves by the result, and by a parameter. Twins: of numbers.
#include <algorithm>
#include <cstdio>
#include <map>
#include <vector>
struct Node {
  int id;
};
const Node *First(const Node *a, const Node *b) {
  return a < b ? a : b;  // site: pointer-order warning state
  // twin: return a->id < b->id ? a : b;  // site: quiet
}
void Order(std::vector<const Node *> &nodes) {
  std::sort(nodes.begin(), nodes.end());  // site: pointer-order warning state
  // twin: std::sort(nodes.begin(), nodes.end(), [](const Node *a, const Node *b) { return a->id < b->id; });  // site: quiet
}
#ifdef RUN
int main() {
  Node one{1}, two{2};
  std::vector<const Node *> nodes{&one, &two};
  Order(nodes);
  std::printf("%d %d\n", First(&one, &two)->id, nodes[0]->id);
}
#endif
