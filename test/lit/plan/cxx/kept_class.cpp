// A call that is not followed, of a function that calls itself, writes members of what it is called for, but makes it
// no object of another class: which virtual functions it has is still known.
// RUN: cd %S && %detrain plan kept_class.cpp --step kept_class.cpp:94 | FileCheck %s
//
// CHECK: Guarantee
// CHECK-NEXT: bitwise
// CHECK-DAG: {{^  }}net.out->Tree::m {{.*}} carried{{$}}
// CHECK-DAG: {{^  }}net.out->Samples::m {{.*}} carried{{$}}
// CHECK-NOT: function pointer
#include <cstdio>
#include <queue>
#include <random>
#include <vector>
struct Output {
  virtual float Step(const std::vector<float> &h, int i) = 0;
};
struct Samples : Output {
  float *m;
  std::vector<int> table;
  std::default_random_engine generator;
  std::uniform_int_distribution<int> index = std::uniform_int_distribution<int>(0, 9);
  explicit Samples(int n) : m(new float[n]()) { table = std::vector<int>(10); }
  float Step(const std::vector<float> &h, int i) override {
    m[i] += 0.1f * h[i] + table[index(generator)];
    return m[i];
  }
};
struct Node {
  int index, count;
  Node *left, *right;
};
struct Way {
  int index, direction;
};
struct Tree : Output {
  float *m;
  std::vector<std::vector<Way>> ways;
  explicit Tree(int n) : m(new float[n]()) {
    ways = std::vector<std::vector<Way>>(n);
    std::vector<int> counts(n);
    for (int i = 0; i < n; i++)
      counts[i] = i;
    std::vector<Way> way;
    Walk(way, Build(counts));
  }
  Node *Build(const std::vector<int> &counts) {
    const auto later = [](const Node *a, const Node *b) { return a->count > b->count; };
    std::priority_queue<Node *, std::vector<Node *>, decltype(later)> queue(later);
    for (int i = 0; i < (int)counts.size(); i++)
      queue.push(new Node{i, counts[i], nullptr, nullptr});
    int inner = 0;
    while (queue.size() > 1) {
      Node *left = queue.top();
      queue.pop();
      Node *right = queue.top();
      queue.pop();
      queue.push(new Node{inner++, left->count + right->count, left, right});
    }
    return queue.top();
  }
  void Walk(std::vector<Way> &way, Node *node) {
    if (node == nullptr)
      return;
    if (node->left == nullptr && node->right == nullptr) {
      ways[node->index] = way;
      return;
    }
    way.push_back({node->index, 1});
    Walk(way, node->left);
    way.back().direction = 0;
    Walk(way, node->right);
    way.pop_back();
  }
  float Step(const std::vector<float> &h, int i) override {
    for (const Way &way : ways[i])
      m[way.index] += 0.2f * h[i] * way.direction;
    return m[i];
  }
};
struct Net {
  Output *out = nullptr;
  void Init(bool is_tree, int n) {
    if (is_tree)
      out = new Tree(n);
    else
      out = new Samples(n);
  }
};
int main(int argc, char **) {
  Net net;
  const int n = 10;
  net.Init(argc > 1, n);
  std::vector<float> h(n, 0.5f);
  for (int step = 0; step < 20; step++) {
    const float out = net.out->Step(h, step % n);
    h[step % n] = 0.9f * h[step % n] + out;
    std::printf("%f\n", h[step % n]);
  }
}
