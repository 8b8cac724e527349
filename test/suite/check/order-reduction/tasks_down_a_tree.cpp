// A tree is gone through by tasks that make tasks, and all draw from one engine in a critical section. Twin: each node's
// engine begins with the number of the node.
// FLAGS: -fopenmp
// OBSERVE: threads
#include <cstdio>
#include <random>
#include <vector>
struct Node {
  int left = -1, right = -1;
  double value = 0;
};
static std::vector<Node> nodes;
static int Grow(int depth) {
  const int id = static_cast<int>(nodes.size());
  nodes.emplace_back();
  if (depth > 0) {
    const int left = Grow(depth - 1), right = Grow(depth - 1);
    nodes[id].left = left;
    nodes[id].right = right;
  }
  return id;
}
class Noise {
 public:
  double Sample(int id) {
    double v = 0;
#pragma omp critical(noise)
    v = static_cast<double>(engine_()) / 4294967296.0;  // site: order-reduction error state | twin: quiet
    // twin: v = static_cast<double>(std::mt19937(static_cast<unsigned>(id))()) / 4294967296.0;  // site: quiet
    return v + 1e-9 * id;
  }

 private:
  std::mt19937 engine_{1234};
};
static void Update(int id, Noise &noise) {
  if (nodes[id].left >= 0) {
#pragma omp task shared(noise)
    Update(nodes[id].left, noise);
#pragma omp task shared(noise)
    Update(nodes[id].right, noise);
#pragma omp taskwait
  }
  double work = 0;
  for (int k = 0; k < 3000 * (1 + id % 7); ++k) work = 0.5 * work + k % 3;
  nodes[id].value = 0.99 * nodes[id].value + noise.Sample(id) + 1e-3 * work;
}
int main() {
  Grow(8);
  Noise noise;
  for (int epoch = 0; epoch < 20; ++epoch) {
#pragma omp parallel
#pragma omp single
    Update(0, noise);
  }
  double sum = 0;
  for (const Node &n : nodes) sum = 0.5 * sum + n.value;
  std::printf("%.17g\n", sum);
}
