// The parameters are single numbers, and the library moves a heap's elements: the loop is the program's all the same.
// RUN: %detrain plan %s -- -std=c++17 | FileCheck %s
// CHECK: Step loop
// CHECK-NEXT: heap_of_numbers.cpp:[[# @LINE + 11]] in main
// CHECK: Guarantee
// CHECK-NEXT: bitwise
#include <cmath>
#include <cstdio>
#include <queue>

int main() {
  std::priority_queue<float> best;
  float w = 0.5f;
  int s = 0;
  while (true) {
    if (s >= 12)
      break;
    s++;
    best.push(w);
    if (best.size() > 3)
      best.pop();
    w = std::fmod(w + 0.1f * best.top(), 8.0f);
  }
  std::printf("%a %d\n", static_cast<double>(w), s);
}
