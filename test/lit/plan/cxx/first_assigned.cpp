// What the first step puts into vectors that a vector holds: at the first boundary they are empty, at the others not.
// RUN: cd %S && %detrain plan first_assigned.cpp -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan first_assigned.cpp -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
//
// CHECK: bitwise
// CHECK-DAG: {{^  }}rows[0].end {{.*}} carried{{$}}
// CHECK-DAG: {{^  }}rows[0].capacity {{.*}} carried{{$}}
// CHECK-DAG: {{^  }}rows[0] {{.*}} dead{{$}}
//
// Twin 1: they have their size before the first step.
// TWIN1-DAG: {{^  }}rows[0].capacity {{.*}} invariant{{$}}
// TWIN1-DAG: {{^  }}rows[0] {{.*}} dead{{$}}
#include <cstdio>
#include <vector>
int main() {
  std::vector<std::vector<float>> rows(1);
#if TWIN == 1
  rows[0].resize(4);
#endif
  float w = 1;
  for (int step = 0; step < 6; ++step) {
    rows[0].assign(4, w);
    w += rows[0][1];
    std::printf("%f\n", w);
  }
}
