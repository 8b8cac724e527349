// A pointer that the first step finds null leads into a table of records from then on; the loop around the step loop
// still counts.
// RUN: cd %S && %detrain plan picked_batch.cpp | FileCheck %s
//
// CHECK: picked_batch.cpp:21 in main
// CHECK-DAG: {{^  }}w {{.*}} carried{{$}}
// CHECK-DAG: {{^  }}e {{.*}} carried{{$}}
// CHECK-DAG: {{^  }}b {{.*}} carried{{$}}
#include <cstdio>
struct Batch {
  float* x = nullptr;
};
int main() {
  auto* data = new Batch[3];
  for (int i = 0; i < 3; i++)
    data[i].x = new float[4]{1, 2, 3, float(i)};
  const float* x = nullptr;
  float w[4] = {1, 2, 3, 4};
  for (int e = 0; e < 4; e++) {
    std::printf("%d\n", e);
    for (int b = 0; b < 2; b++) {
      x = data[b].x;
      for (int i = 0; i < 4; i++)
        w[i] = w[i] * 0.5f + x[i];
    }
  }
  std::printf("%f\n", w[3]);
}
