// An unknown function is called; with a model it is what the model says.
// RUN: %detrain plan --dump=rir %s | FileCheck %s --check-prefix=UNKNOWN
// RUN: %detrain plan --dump=rir --model %S/Inputs/blend.json %s | FileCheck %s
// RUN: not %detrain plan --dump=rir --model %S/Inputs/misspelt.json %s 2>&1 | FileCheck %s --check-prefix=BAD
void blend(float* to, const float* from, int n);
void f(float* a, float* b) { blend(a, b, 10); }
// UNKNOWN: call $blend
// CHECK-NOT: call
// CHECK: fill %{{[0-9]+}}, %{{[0-9]+}} bytes 40 by blend
// BAD: misspelt.json: error: blend: unknown field 'adress'
