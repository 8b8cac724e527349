// What C may skip is evaluated anyway only where that has no effect.
// RUN: %detrain plan --dump=rir %s | FileCheck %s
int next(void);
int pure(int* p) { return p && *p > 2 ? *p : 0; }
// CHECK-LABEL: func $pure
// CHECK-NOT: if %
// CHECK: land
// CHECK: select
int effect(int a) { return a && next(); }
// CHECK-LABEL: func $effect
// CHECK-NOT: land
// CHECK: if %{{[0-9]+}}
// CHECK: call $next()
