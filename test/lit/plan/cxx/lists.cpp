// Nodes that a step makes and frees, in a list and in a tree.
// RUN: cd %S && %detrain plan lists.cpp -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan lists.cpp -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
//
// CHECK: bitwise
// CHECK-DAG: {{^  }}recent.size {{.*}} carried{{$}}
// CHECK-DAG: {{^  }}seen.size {{.*}} carried{{$}}
// CHECK-DAG: {{^  }}seen{{\[\]}} {{.*}} carried{{$}}
//
// Twin 1: they are made before the loop.
// TWIN1-NOT: {{^  }}{{recent|seen}}{{.*}} carried{{$}}
#include <cstdio>
#include <list>
#include <random>
#include <set>
int main() {
  std::mt19937 rng(1);
  std::list<int> recent;
  std::set<int> seen;
  float w[2] = {1, 2};
#if TWIN == 1
  recent.push_back(1);
  seen.insert(2);
#endif
  for (int step = 0; step < 20; ++step) {
#if TWIN != 1
    const int drawn = static_cast<int>(rng() % 100);
    recent.push_back(drawn);
    if (recent.size() > 5)
      recent.pop_front();
    seen.insert(drawn);
#endif
    for (float& v : w)
      v += 0.01f * static_cast<float>(recent.front()) + static_cast<float>(seen.size());
  }
  std::printf("%f\n", w[0]);
}
