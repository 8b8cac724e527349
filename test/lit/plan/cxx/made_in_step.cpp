// An object with virtual functions that a step makes: what its class is, crosses the boundary too.
// RUN: cd %S && %detrain plan made_in_step.cpp -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan made_in_step.cpp -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
//
// CHECK: bitwise
// CHECK: {{^  }}rule->(class) {{.*}} carried{{$}}
// Twin 1: the code before the loop makes it, and makes it again.
// TWIN1: bitwise
// TWIN1-NOT: (class)
#include <cstdio>
struct Rule {
  float rate = 1;
  virtual ~Rule() {}
  virtual float Next() { return rate *= 0.5f; }
};
struct Slow : Rule {
  float Next() override { return rate *= 0.9f; }
};
int main() {
  float w = 1;
#if TWIN == 1
  Rule* rule = new Slow;
#else
  Rule* rule = nullptr;
#endif
  for (int step = 0; step < 10; ++step) {
    if (!rule)
      rule = new Slow;
    w -= w * rule->Next();
  }
  std::printf("%f\n", w);
  delete rule;
}
