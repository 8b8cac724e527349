// A step may put another element into the map, so that its pointers are saved; what they lead to is another entry.
// RUN: %detrain plan %s -- %cxx | FileCheck %s
// CHECK: Saved at each checkpoint
// CHECK-DAG: {{^}}  &params[].second.data {{ *}}ptr, {{.*}} carried
// CHECK-DAG: {{^}}  params[].second.data {{ *}}f32[], {{.*}} carried
// CHECK: Left out
// CHECK-NOT: params[].second.data {{ *}}ptr
// CHECK: To shrink
#include <cstdio>
#include <map>
#include <string>

struct Tensor {
  float *data = nullptr;
  int size = 0;
};

int main() {
  std::map<std::string, Tensor> params;
  for (const char *name : {"w", "b"}) {
    params[name].size = 4;
    params[name].data = new float[4]();
  }
  for (int step = 0; step < 6; step++) {
    float *w = params["w"].data, *b = params["b"].data;
    for (int i = 0; i < 4; i++) {
      w[i] = 0.9f * w[i] + 0.1f * (i - b[i]);
      b[i] += 0.5f * w[i];
    }
    std::printf("%d %.9g\n", step, w[1]);
  }
}
