// References are pointers; a temporary that one is bound to has a place; ranges are loops over them.
// RUN: %detrain plan --dump=rir %s | FileCheck %s
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
// CHECK: store: i32 @[[TMP:[a-z0-9.]+]], 1
// CHECK: store: {{.*}} @one, @[[TMP]]
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
