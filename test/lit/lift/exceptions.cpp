// An exception ends the program. A handler that lets it go on is not modelled, and says so.
// RUN: %detrain plan --dump=rir %s 2>&1 | FileCheck %s
// CHECK: exceptions.cpp:[[@LINE+12]]:5: note: a handler of exceptions that lets the program go on is not modelled
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
// CHECK: opaque "a handler of exceptions that lets the program go on"
void pass(int n) {
  try {
    work(n);
  } catch (...) {
    work(0);
    throw;
  }
}
// CHECK-LABEL: func $pass
// CHECK: call $work
// CHECK-NOT: opaque
