// GCC takes `template` before a name without arguments; Clang 22 calls it an error.
// RUN: %detrain check %s -- -std=c++14 | FileCheck %s --implicit-check-not=error
#include <cstdlib>
struct Maker {
  template <typename A>
  float Make(A a) { return a * static_cast<float>(std::rand()); }
};
template <typename M>
float Use(M m) { return m.template Make(2.0f); }
float Both() { return Use(Maker()); }
// CHECK: old_cxx.cpp:[[# @LINE - 5]]:{{[0-9]+}}: warning: {{.*}}[detrain-ambient-rng]
