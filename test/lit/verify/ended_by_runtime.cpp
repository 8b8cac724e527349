// A run that the runtime ends in the midst is no witness of anything: here in a handler that its plan does not cover.
// RUN: rm -rf %t && mkdir %t && cd %t && %detrain cc -- g++ -O1 %s -o ended
// RUN: not %detrain verify --kill-at all --poison -- ./ended >%t.out 2>&1
// RUN: FileCheck %s < %t.out
// CHECK: exit code 4: detrain: ended_by_runtime.cpp:[[#@LINE+12]]: an exception is caught here
// CHECK: FAILED
#include <cstdio>
#include <stdexcept>

int main() {
  double w = 1;
  for (int step = 0; step < 5; ++step) {
    try {
      w = w * 0.5 + step;
      if (step == 3)
        throw std::runtime_error("too large");
    } catch (const std::runtime_error&) {
      w = 0;
    }
    std::printf("%.17g\n", w);
  }
}
