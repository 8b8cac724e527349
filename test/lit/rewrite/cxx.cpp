// C++ is planned. It is not rewritten yet: one line says so, and nothing is written.
// RUN: cd %S && rm -rf %t && not %detrain rewrite cxx.cpp -o %t 2>&1 | FileCheck %s
// RUN: not ls %t
// CHECK: cxx.cpp:8:3: error: 'cxx.cpp' is C++, which is planned but not rewritten yet
#include <cstdio>
int main() {
  float w = 1;
  for (int step = 0; step < 10; ++step)
    w *= 0.9f;
  std::printf("%f\n", w);
}
