// A static whose function a resumed run comes to some steps later: what no step writes of it is not there until then,
// beside other invariants that are, and is not different either.
// RUN: rm -rf %t && mkdir %t && cp %s %t/window.cpp && cd %t
// RUN: %detrain plan window.cpp | FileCheck %s
// CHECK: Loop 2 of 2
// CHECK: The::it.at {{.*}} invariant
// RUN: %detrain cc -- g++ -O1 window.cpp -o window
// RUN: %detrain verify --kill-at all --poison -- ./window
#include <cstdio>
struct Window {
  float kept[2];
  int at;
};
static Window* The() {
  static Window it;
  return &it;
}
int main(int argc, char**) {
  int rows = argc + 2;
  float g = 0.5f, w[2] = {1, 2};
  for (int i = 0; i < 3; i++) {
    The()->kept[The()->at] = g;
    The()->at = 1 - The()->at;
    g = 0.5f * g + 0.1f * w[0];
    w[0] = 0.9f * w[0] + 0.2f * g;
    std::printf("%f\n", g);
  }
  The()->at = 0;
  for (int e = 0; e < 3; e++) {
    for (int t = 0; t < rows; t++) {
      w[1] = 0.7f * w[1] + 0.1f * g;
      g += 0.01f * w[1] * w[0];
    }
    The()->kept[1] += g;
    g += 0.1f * The()->kept[The()->at] + The()->kept[1];
    std::printf("%f\n", g);
  }
}
