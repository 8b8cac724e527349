// A record that is copied as a whole before all of its members have a value: what the stack happened to hold would be
// state. It starts as zero, where its copy lives on. The same as C++.
// RUN: rm -rf %t && mkdir %t && cp %s %t/copied.c && cp %s %t/copied.cpp && cd %t
// RUN: %detrain rewrite copied.c -o c --diff | FileCheck %s --check-prefixes=CHECK,C
// RUN: %detrain rewrite copied.cpp -o cxx --diff | FileCheck %s --check-prefixes=CHECK,CXX
// RUN: %detrain rewrite copied.c -o c && %gcc -O1 -I%rt_include c/copied.c %rt_lib -lstdc++ -lpthread -lm -o by_c
// RUN: %detrain rewrite copied.cpp -o cxx && %gxx -O1 -I%rt_include cxx/copied.cpp %rt_lib -lpthread -lm -o by_cxx
// RUN: %detrain verify --kill-at 1,3 --poison -- ./by_c && %detrain verify --kill-at 1,3 --poison -- ./by_cxx
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef struct {
  unsigned long long seed;
  unsigned left;
  unsigned words[6];
} Rng;

typedef union {
  double wide;
  char bytes[32];
} Tag;

typedef struct {
  Rng rng;
  Rng reset;
  Tag tag;
  double weight;
} Net;

// Leaves addresses on the stack, which differ from run to run.
__attribute__((noinline)) static void Dirty(void) {
  volatile uintptr_t junk[64];
  for (int i = 0; i < 64; i++)
    junk[i] = (uintptr_t)&junk[i];
}

// C:   {{^[+]}}  Rng made = {0};
// CXX: {{^[+]}}  Rng made = {};
__attribute__((noinline)) static Rng Made(unsigned first) {
  Rng made;
  made.left = first;
  made.words[0] = first;
  return made;
}

// C:   {{^[+]}}  Rng copied = {0};
// CXX: {{^[+]}}  Rng copied = {};
// CHECK: {{^[+]}}  Tag tag; __builtin_memset(&tag, 0, sizeof tag);
// CHECK-NOT: {{^[+]}}  Rng only
__attribute__((noinline)) static void Begin(Net* net) {
  Rng copied;
  Tag tag;
  Rng only;
  copied.left = 1;
  tag.bytes[0] = 1;
  only.left = 3;
  memcpy(&net->rng, &copied, sizeof copied);
  net->tag = tag;
  net->weight = only.left;
}

typedef struct {
  int row, column;
} At;

// CHECK-NOT: {{^[+]}}  At at
__attribute__((noinline)) static At Next(int step) {
  At at;
  at.row = step;
  at.column = step + 1;
  return at;
}

static Net net;

// What a step reads is compared, garbage too.
int main(void) {
  Dirty();
  Begin(&net);
  Dirty();
  net.reset = Made(7);
  for (int step = 0; step < 5; step++) {
    At at = Next(step);
    Rng rng = net.reset;
    rng.left += net.rng.left + (unsigned)at.row;
    if (net.weight > 1e9)
      fwrite(&net, sizeof net, 1, stdout);
    net.weight = 0.5 * net.weight + rng.left + at.column;
    printf("%f\n", net.weight);
  }
  return 0;
}
