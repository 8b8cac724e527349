// Text through std::cout; a clock in it is a log, in a weight an input.
// RUN: cd %S && %detrain plan streams.cpp -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan streams.cpp -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
//
// CHECK: bitwise
// CHECK-DAG: {{^  }}w {{.*}} carried{{$}}
// CHECK-DAG: {{^  }}total {{.*}} carried{{$}}
//
// TWIN1: bitwise
// TWIN1: streams.cpp:{{[0-9]+}}, clock: reaches total, w
#include <chrono>
#include <iostream>
#include <string>
int main() {
  float w[4] = {1, 2, 3, 4}, total = 0;
  const std::string name = "loss";
  const auto begin = std::chrono::steady_clock::now();
  for (int step = 0; step < 10; ++step) {
    for (float& v : w)
      v *= 0.9f;
    total += w[0];
    const double spent = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
#if TWIN == 1
    w[1] += static_cast<float>(spent);
#endif
    std::cout << "step " << step << ' ' << name << ' ' << total << " after " << spent << " s" << std::endl;
  }
}
