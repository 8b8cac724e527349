// Elements are compared by what a member function returns of them. Twin: by that, then by their number.
// KIND: ties
#include <algorithm>
#include <cstdio>
#include <vector>
class Example {
 public:
  Example() = default;
  Example(int id, float loss) : id_(id), loss_(loss) {}
  int id() const { return id_; }
  float loss() const { return loss_; }

 private:
  int id_ = 0;
  float loss_ = 0;
};
int main() {
  float w[64] = {};
  for (int epoch = 0; epoch < 20; epoch++) {
    std::vector<Example> examples;
    for (int i = 0; i < 64; i++) examples.emplace_back(i, w[i] > 0.5f ? 0.0f : 1.0f);
    std::sort(examples.begin(), examples.end(), [](const Example &a, const Example &b) { return a.loss() > b.loss(); });  // site: unordered-iteration warning state
    // twin: std::sort(examples.begin(), examples.end(), [](const Example &a, const Example &b) { return a.loss() > b.loss() || (a.loss() == b.loss() && a.id() < b.id()); });  // site: quiet
    for (int k = 0; k < 8; k++) w[examples[static_cast<std::size_t>(k)].id()] += 0.3f;
  }
  for (float x : w) std::printf("%.9g\n", static_cast<double>(x));
}
