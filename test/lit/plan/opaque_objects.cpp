// What a library of opaque objects holds is reached by its functions alone: a plan names the objects, and those that
// nobody can take out make it not replayable. The namespaces stand in for libtorch's, whose rows the catalog has.
// RUN: %detrain plan %s > %t.txt
// RUN: FileCheck %s < %t.txt
// RUN: %detrain plan %s --format=json -- -DKEPT | FileCheck %s --check-prefix=KEPT
#include <cstdio>

namespace at {
struct TensorBase {
  TensorBase();
  TensorBase(const TensorBase&);
  ~TensorBase();
  double item() const;
  void* implementation;
};
struct Tensor : TensorBase {
  Tensor& operator=(const Tensor&) &;
  Tensor& sub_(const Tensor& other) const;
  Tensor mul(double factor) const;
};
}  // namespace at

namespace c10 {
struct Device {
  explicit Device(int index);
  int index;
};
}  // namespace c10

namespace torch {
using at::Tensor;
namespace optim {
struct Optimizer {
  explicit Optimizer(const Tensor& parameter);
  void step();
  void* state;
};
}  // namespace optim
Tensor randn(int count, c10::Device device);
struct Cache {
  Cache();
  void add(const Tensor& tensor);
  int size() const;
  void* entries;
};
}  // namespace torch

int main() {
  const c10::Device device(0);
  at::Tensor weight = torch::randn(8, device);
  torch::optim::Optimizer optimizer(weight);
  at::Tensor noise;
#ifdef KEPT
  torch::Cache cache;
#endif
  for (int step = 0; step < 10; step++) {
    noise = torch::randn(8, device);
    for (int i = 0; i < 2; i++)
      weight.sub_(noise.mul(0.1));
    optimizer.step();
#ifdef KEPT
    cache.add(noise);
    std::printf("%d\n", cache.size());
#endif
  }
  std::printf("%f\n", weight.item());
  return 0;
}
// CHECK: opaque_objects.cpp:56
// CHECK: modelled
// CHECK-DAG: {{^}}  optimizer {{ *}}torch::Optimizer {{ *}}carried
// CHECK-DAG: {{^}}  weight {{ *}}torch::Tensor {{ *}}carried
// CHECK-DAG: {{^}}  torch::default_generator {{.*}}stream
// CHECK: Left out
// CHECK-DAG: {{^}}  noise {{ *}}torch::Tensor {{ *}}dead
// CHECK-DAG: {{^}}  device {{.*}}invariant
// CHECK-NOT: torch::values
// CHECK: Assumptions
// CHECK: torch ({{.*}}opaque_objects.cpp:56, catalog)

// KEPT: "guarantee": "not-replayable"
// KEPT: cache is a torch::Cache that lives from step to step
