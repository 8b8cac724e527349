// A struct with a member of the C library's, both without a value: one way of clearing it is enough.
// RUN: rm -rf %t && mkdir %t && cd %t && %detrain rewrite %s -o out
// RUN: FileCheck %s <out/library_member.cpp
// RUN: %detrain cc -- g++ -O2 %s -o train && %detrain verify --kill-at all --poison -- ./train | FileCheck %s --check-prefix=VERIFY
// VERIFY: PASSED
#include <cstdio>
#include <cstdlib>
struct Generator {
  unsigned long long seed;
  unsigned left, matrix[2];
};
struct Loader {
  Generator generator;
  int shuffle, count;
  div_t parts;
  long sizes[3];
  unsigned next;
};
void start(Loader* loader, int shuffle) {
  loader->shuffle = shuffle;
  loader->count = 10;
  loader->next = 0;
  loader->parts = div(17, 5);
  loader->generator.left = shuffle ? 3 : 1;
}
float take(Loader* loader) {
  loader->next = loader->next * 1664525 + 1013904223 + loader->generator.left + loader->parts.rem;
  return static_cast<float>(loader->next % 100) / 100;
}
int main() {
  Loader train, held;
  // CHECK: {{^}}  Loader train = {}, held = {};{{$}}
  start(&train, 1);
  start(&held, 0);
  float w = 0;
  for (int step = 0; step < 6; step++) {
    w += 0.1f * (take(&train) - w) + 0.01f * take(&held);
    printf("step %d: %.9g\n", step, w);
  }
}
