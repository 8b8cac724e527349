// A function that a reference is bound to may be called where nobody names it, as one that a pointer leads to; not so
// one that is only called.
// RUN: %detrain plan --dump=rir %s -- g++ -std=c++17 | FileCheck %s
// CHECK: func $Bound({{.*}} address_taken
// CHECK-NOT: func $Called({{.*}} address_taken
static int Bound(int x) {
  return x + 1;
}
static int Called(int x) {
  return x - 1;
}
template <typename F>
int Run(F&& f) {
  return f(3);
}
int main() {
  return Run(Bound) + Called(2);
}
