// An exception ends the program. What follows a handler that lets it go on is not analysed, which is said, and that
// none comes to it is assumed.
// RUN: %detrain plan --dump=rir %s 2>&1 | FileCheck %s
// RUN: %detrain plan --dump=rir %s 2>&1 | grep -c note: | grep -x 1
// CHECK: exceptions.cpp:[[@LINE+12]]:5: note: what follows this handler is not analysed
void work(int);
int check(int n) {
  if (n < 0)
    throw n;
  return n;
}
// CHECK-LABEL: func $check
// CHECK: stop 1 abort by throw
int swallow(int n) {
  try {
    work(n);
  } catch (...) {
    n = 0;
  }
  return n;
}
// CHECK-LABEL: func $swallow
// CHECK: [[COMES:%[0-9]+]]: i32 = input arguments by catch
// CHECK: if [[COMES]]
// CHECK: stop 4 abort by catch
// CHECK: call $work
// CHECK-NOT: opaque
void pass(int n) {
  try {
    work(n);
  } catch (...) {
    work(0);
    throw;
  }
}
// CHECK-LABEL: func $pass
// CHECK-NOT: catch
// CHECK: call $work
// CHECK-NOT: opaque
int main() {
  try {
    pass(1);
  } catch (int) {
    work(1);
  }
  return 0;
}
// CHECK-LABEL: func $main
// CHECK: call $pass
