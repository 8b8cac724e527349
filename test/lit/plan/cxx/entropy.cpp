// A seed from std::random_device is recorded; drawn in a step, it is an input of that step.
// RUN: cd %S && %detrain plan entropy.cpp -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan entropy.cpp -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
//
// CHECK: bitwise
// CHECK-DAG: {{^  }}rng.state {{.*}} carried{{$}}
//
// TWIN1: bitwise
// TWIN1: entropy.cpp:{{[0-9]+}}, entropy: reaches
#include <cstdio>
#include <random>
int main() {
  std::random_device device;
  std::mt19937 rng(device());
  float w[4] = {1, 2, 3, 4};
  for (int step = 0; step < 10; ++step)
    for (float& v : w)
#if TWIN == 1
      v += static_cast<float>(device() % 100u);
#else
      v += static_cast<float>(rng() % 100u);
#endif
  std::printf("%f\n", w[0]);
}
