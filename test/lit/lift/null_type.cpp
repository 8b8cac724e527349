// A variable of the type of nullptr is a null pointer, that may be kept, handed on and become another pointer.
// RUN: cd %S && %detrain plan --dump=rir null_type.cpp > %t.rir && FileCheck %s < %t.rir
// RUN: cd %S && %detrain plan --from=rir %t.rir | FileCheck %s --check-prefix=PLAN
// CHECK-LABEL: func $main
// CHECK: local @none: ptr{{ }}
// CHECK: store: ptr @none, null
// PLAN: {{^  }}w {{.*}} carried{{$}}
#include <cstdio>
static int Of(float* w, decltype(nullptr)) {
  return w != nullptr;
}
int main() {
  auto none = nullptr;
  float w[4] = {1, 2, 3, 4}, *last = none;
  for (int step = 0; step < 10; step++)
    for (int i = 0; i < 4; i++)
      w[i] += 0.5f * (w[i] + static_cast<float>(Of(w, none)));
  last = last == none ? w : last;
  std::printf("%f\n", *last);
}
