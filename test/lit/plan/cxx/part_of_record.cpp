// A part of a record that lies in a vector, copied as a whole, brings along no pointers of the other parts.
// RUN: %detrain plan --step %s:42 %s | FileCheck %s
// CHECK: bitwise
// CHECK: Saved at each checkpoint: 4 entries, 412 bytes
// CHECK-DAG: {{^  }}weights {{.*}} carried{{$}}
// CHECK-DAG: {{^  }}epoch {{.*}} counter{{$}}
// CHECK-DAG: {{^  }}y.values.owners->use_count {{.*}} carried{{$}}
// CHECK-DAG: {{^  }}y.values.owners->weak_count {{.*}} carried{{$}}
// CHECK: Left out
// CHECK-DAG: {{^  }}y.shape.rows {{.*}} dead{{$}}
// CHECK-DAG: {{^  }}y.more {{.*}} invariant{{$}}
#include <cstdio>
#include <memory>
#include <vector>
struct Shape {
  size_t rows, columns;
};
struct Matrix {
  bool is_made = false;
  Shape shape = {1, 2};
  std::shared_ptr<float> values, more;
};
Matrix Forward(Matrix x) {
  Matrix same = x;
  return same;
}
int main() {
  std::vector<Matrix> batches;
  for (int i = 0; i < 3; ++i) {
    batches.push_back(Matrix());
    if (!batches[i].is_made) {
      batches[i].values = std::shared_ptr<float>(new float[100]);
      for (int k = 0; k < 100; ++k)
        batches[i].values.get()[k] = 0.5f * k;
      batches[i].is_made = true;
    }
  }
  float weights[100];
  for (float& w : weights)
    w = 0.1f;
  Matrix y;
  for (int epoch = 0; epoch < 20; ++epoch) {
    for (int b = 0; b < 3; ++b) {
      y = Forward(batches[b]);
      for (int k = 0; k < 100; ++k)
        weights[k] += 0.01f * y.values.get()[k];
    }
    std::printf("%d %g\n", epoch, weights[1]);
  }
}
