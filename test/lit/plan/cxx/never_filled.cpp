// A table of tables that the program can fill, and this one never does: what would be read of it is read through null, and
// so no other memory in each iteration. A loop behind `empty()` then has an invariant like others.
// RUN: cd %S && %detrain plan --step never_filled.cpp:53 never_filled.cpp -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan --step never_filled.cpp:53 never_filled.cpp -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
//
// CHECK: bitwise
// CHECK-NOT: opaque
// CHECK-DAG: {{^  }}w {{.*}} carried{{$}}
//
// Twin 1: each step adds to it.
// TWIN1: bitwise
// TWIN1-NOT: opaque
// TWIN1-DAG: {{^  }}x[]->penalties{{.*}} carried{{$}}
#include <cstdio>
#include <vector>

struct Node {
  double cost;
};

struct Lattice {
  std::vector<std::vector<Node*>> nodes;
  std::vector<std::vector<double>> penalties;

  void Grow() {
    nodes.resize(nodes.size() + 1);
    nodes.back().resize(4);
    for (std::size_t j = 0; j < 4; ++j)
      nodes.back()[j] = new Node();
  }
  void Build(const double* w) {
    for (std::size_t i = 0; i < nodes.size(); ++i)
      for (std::size_t j = 0; j < 4; ++j)
        nodes[i][j]->cost = w[j];
    if (!penalties.empty())
      for (std::size_t i = 0; i < nodes.size(); ++i)
        for (std::size_t j = 0; j < 4; ++j)
          nodes[i][j]->cost += penalties[i][j];
  }
};

int main(int count, char**) {
  std::vector<double> w(4);
  std::vector<Lattice*> x;
  for (int k = 0; k < count; ++k) {
    x.push_back(new Lattice);
    for (int i = 0; i < count; ++i)
      x.back()->Grow();
#if TWIN == 1
    x.back()->penalties.assign(static_cast<std::size_t>(count), std::vector<double>(4));
#endif
  }
  for (int step = 0; step < 20; ++step) {
    for (std::size_t i = 0; i < x.size(); ++i) {
      x[i]->Build(w.data());
      for (std::size_t j = 0; j < 4; ++j) {
        w[j] += 0.1 * (1 - x[i]->nodes[0][j]->cost);
#if TWIN == 1
        x[i]->penalties[0][j] += 0.01 * w[j];
#endif
      }
    }
  }
  std::printf("%f\n", w[3]);
}
