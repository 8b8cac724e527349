// What a destructor does at the end of a step is part of the step.
// RUN: cd %S && %detrain plan destructors.cpp -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan destructors.cpp -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
//
// CHECK-DAG: {{^  }}steps_done {{.*}} carried{{$}}
// TWIN1-NOT: {{^  }}steps_done {{.*}} carried{{$}}
#include <cstdio>
struct Guard {
  int& count;
  int step;
  ~Guard() {
#if TWIN != 1
    count += step % 3;
#endif
  }
};
int main() {
  int steps_done = 0;
  float w[4] = {1, 2, 3, 4};
  for (int step = 0; step < 10; ++step) {
    const Guard guard{steps_done, step};
    if (step % 2)
      continue;
    for (float& x : w)
      x *= 0.9f;
  }
  std::printf("%d %f\n", steps_done, w[0]);
}
