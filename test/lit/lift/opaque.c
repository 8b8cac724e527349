// What is not modelled is named, with its place, and is an op that does its worst.
// RUN: %detrain plan --dump=rir %s 2>%t.err | FileCheck %s
// RUN: FileCheck %s --check-prefix=SAID < %t.err
void f(int x) { __asm__ volatile("nop" : "+r"(x)); }
// CHECK: opaque "inline assembly"(@x)
// SAID: opaque.c:[[# @LINE - 2]]:17: note: inline assembly is not modelled
