// A function that is not known may give back a pointer to what it was given, in what it makes too: what a step writes
// by the one name, a later one reads by the other.
// RUN: %detrain plan --step %s:17 %s | FileCheck %s
#include <stdio.h>
#include <stdlib.h>
struct Data {
  float* values;
  int n;
};
struct Data* same(struct Data* data);
int main(void) {
  struct Data data = {malloc(4 * sizeof(float)), 4};
  for (int i = 0; i < 4; i++)
    data.values[i] = i;
  struct Data* other = same(&data);
  float w = 0;
  for (int k = 0; k < 20; k++) {
    float sum = 0;
    for (int i = 0; i < 4; i++)
      sum += other->values[i];
    w = 0.5f * w + sum;
    data.values[k % 4] = w / (k + 1);
  }
  printf("%g\n", w);
  return 0;
}
// CHECK: Saved at each checkpoint
// CHECK: heap::image[] {{.*}}image
