// Without fallthrough a switch is a chain of ifs; with it, a flag.
// RUN: %detrain plan --dump=rir %s | FileCheck %s
int chain(int x) {
  switch (x) {
    case 1: return 10;
    case 2: x = 3; break;
    default: x = 4;
  }
  return x;
}
// CHECK-LABEL: func $chain
// CHECK-NOT: loop
// CHECK: eq %0, 1
// CHECK: } else {
// CHECK: eq %0, 2

int falls(int x) {
  int r = 0;
  switch (x) {
    case 1: r = 1;
    case 2: if (r) break; r += 2;
  }
  return r;
}
// CHECK-LABEL: func $falls
// CHECK: loop 0 kind once
// CHECK: store: i32 @[[FLAG:tmp.0]], 0
// CHECK: break 0
