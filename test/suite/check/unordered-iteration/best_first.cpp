// A queue by priority whose comparison takes different nodes for equal ones: which comes first is the library's. After
// reports on trees that grow leaf by leaf, whose splits with the same gain come in another order with another library.
// KIND: ties
#include <cstdio>
#include <queue>
#include <vector>
struct Node {
  int gain, first, last;
  bool operator<(const Node &o) const { return gain < o.gain; }
  // twin: bool operator<(const Node &o) const { return gain != o.gain ? gain < o.gain : first != o.first ? first > o.first : last > o.last; }
};
int main() {
  std::vector<float> leaf(32);
  for (int round = 0; round < 4; round++) {
    std::priority_queue<Node> open;
    open.push({9, 0, 32});
    for (int splits = 0; splits < 5; splits++) {
      const Node top = open.top();
      open.pop();  // site: unordered-iteration warning state | twin: quiet
      const int middle = (top.first + top.last) / 2;
      open.push({(middle - top.first) % 3, top.first, middle});
      open.push({(top.last - middle) % 3, middle, top.last});
      for (int i = top.first; i < top.last; i++) leaf[i] = 0.9f * leaf[i] + 0.1f * static_cast<float>(splits);
    }
  }
  for (float x : leaf) std::printf("%.9g\n", static_cast<double>(x));
}
