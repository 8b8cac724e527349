// References are pointers; one that keeps a temporary alive is the temporary; ranges are loops over them.
// RUN: %detrain plan --dump=rir %s | FileCheck %s
#include <initializer_list>
int& pick(int& a, int& b, bool first) {
  return first ? a : b;
}
// CHECK-LABEL: func $pick
// CHECK: return: ptr<i32> %{{[0-9]+}}
int bound() {
  const int& one = 1;
  return one;
}
// CHECK-LABEL: func $bound
// CHECK: store: i32 @one, 1
// CHECK-NOT: @tmp
int sum(const int (&values)[3]) {
  int s = 0;
  for (int v : values)
    s += v;
  return (s += 1) *= 2;
}
// CHECK-LABEL: func $sum
// CHECK: loop 0
// CHECK: ne
// CHECK: declare @v
float listed(float a) {
  float s = 0;
  for (float v : {a, 2.0f})
    s += v;
  return s;
}
// CHECK-LABEL: func $listed
// CHECK: local @__range1: "std::initializer_list<float>"
// CHECK: local @__range1.list: array<f32, 2>
// Braces around what a reference is bound to are that place, and add nothing.
struct Row {
  int n;
};
struct View {
  explicit View(const Row& row) : row_{row} {}
  const Row& row_;
};
int braced(const Row& row) {
  const Row& same{row};
  return View{same}.row_.n;
}
// CHECK-LABEL: func $View::View
// CHECK-NOT: opaque
// CHECK: store: ptr<Row>
// CHECK-LABEL: func $braced
// CHECK-NOT: opaque
// CHECK: return: i32
