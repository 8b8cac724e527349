// How far a member stands from the beginning of its record, told by a pointer that is made of a number: the member's
// address is that number moved on, not the number itself. Taken for that, the test below would end the program for
// certain, and the plan with it: nothing behind it would be read, nor saved.
// RUN: cd %S && %detrain plan member_by_number.cpp | FileCheck %s
// CHECK: bitwise
// CHECK-DAG: {{^  }}w {{.*}} carried{{$}}
// CHECK-DAG: {{^  }}last {{.*}} carried{{$}}
//
// One that ends with an error whatever it does is no program that is run: the plan says where it stops to follow it.
// RUN: cd %S && %detrain plan member_by_number.cpp -- -DALLOWED=-1 | FileCheck %s --check-prefix=ENDS
// ENDS: modelled
// ENDS: exit (member_by_number.cpp:[[#@LINE+35]], catalog): behind the step loop each way
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <utility>

#ifndef ALLOWED
#define ALLOWED 4
#endif

struct Node {
  int hash;
  std::pair<char, double> v;
  std::pair<char, double>& get() { return v; }
};

static std::size_t offset, size;

static std::size_t OffsetIn(Node*) {
  return (std::size_t)&(((Node*)(1))->get().second) - 1;
}

int main() {
  float* w = (float*)calloc(8, sizeof(float));
  double last = 0;
  for (int step = 0; step < 10; ++step) {
    for (int i = 0; i < 8; ++i)
      w[i] += 0.5f * (w[i] + 1);
    if (step % 3 == 0)
      last = w[step % 8];
  }
  size = sizeof(double);
  offset = OffsetIn(nullptr);
  const int padding = (int)(sizeof(Node) - offset - size);
  if (padding > ALLOWED)
    exit(1);
  printf("%zu %f %f\n", offset, last, w[0]);
}
