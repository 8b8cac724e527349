// A stream in memory that lives from step to step cannot be saved, and the plan says so; one on a file has a place there;
// one that a step makes is no state.
// RUN: cd %S && %detrain plan stream_lives.cpp -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan stream_lives.cpp -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
// RUN: cd %S && %detrain plan stream_lives.cpp -- -DTWIN=2 | FileCheck %s --check-prefix=TWIN2
//
// CHECK: not replayable
// CHECK: text is a std::ostringstream that lives from step to step
// TWIN1: bitwise
// TWIN1-NOT: text
// TWIN2: bitwise
// TWIN2: text {{ *}}std::ofstream {{ *}}cursor
#include <fstream>
#include <sstream>
int main() {
  float w[4] = {1, 2, 3, 4};
#if TWIN == 0
  std::ostringstream text;
#elif TWIN == 2
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
#if TWIN == 0
  std::ofstream("loss.txt") << text.str();
#endif
}
