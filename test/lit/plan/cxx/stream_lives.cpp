// A stream that lives from step to step cannot be saved, and the plan says so; one that a step opens is no state.
// RUN: cd %S && %detrain plan stream_lives.cpp -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan stream_lives.cpp -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
//
// CHECK: not replayable
// CHECK: text is a std::ofstream that lives from step to step
// TWIN1: bitwise
#include <fstream>
int main() {
  float w[4] = {1, 2, 3, 4};
#if TWIN != 1
  std::ofstream text("loss.txt");
#endif
  for (int step = 0; step < 10; ++step) {
    for (float& v : w)
      v *= 0.9f;
#if TWIN == 1
    std::ofstream text("loss.txt");
#endif
    text << w[0] << '\n';
  }
}
