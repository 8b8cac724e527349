// GCC takes `register` in C++17, what is not constant and narrowed in braces, and a macro right behind a string, with a
// warning each; Clang calls them errors.
// RUN: %detrain plan %s -- g++ -std=c++17 | FileCheck %s
// CHECK: old_words.cpp:[[# @LINE + 12]] in main;
// CHECK: bitwise
#include <cinttypes>
#include <cstdio>
struct Step {
  float rate;
  unsigned number;
};
int main() {
  static float w[4];
  for (int i = 0; i < 4; i++)
    w[i] = 0.25f * i;
  for (int64_t step = 0; step < 5; step++) {
    register double rate = 1.0 / (step + 1);
    Step s{rate, step};
    for (float& x : w)
      x -= s.rate * x;
  }
  std::printf("%.9g %"PRId64"\n", w[3], static_cast<int64_t>(4));
}
