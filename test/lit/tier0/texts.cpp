// Memory that alloca gives ends with its function: in std::to_string, it is no reason against a replay.
// RUN: %detrain plan --tier=0 %s | FileCheck %s
#include <cstdio>
#include <string>

int main() {
  double w = 1;
  for (int i = 0; i < 5; i++) {
    w = w * 0.5 + 1;
    std::printf("%s\n", std::to_string(w).c_str());
  }
}

// CHECK: Guarantee
// CHECK-NEXT: modelled
