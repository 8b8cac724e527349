// Flags of GCC that Clang does not know are dropped, with their values; what decides the meaning is kept.
// RUN: %detrain plan --dump=rir %s -- gcc -O2 -fno-tree-nonsense --param max-x=3 -MD -MF %t.d -o %t.o -c -D COUNT=7 -Werror -march=native | FileCheck %s
int count = COUNT;
// CHECK: store: i32 @::count, 7
