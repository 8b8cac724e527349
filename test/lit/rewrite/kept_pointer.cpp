// What a step sets before it uses it is not saved, but where it leads to what is: then it has a value at the first
// boundary, too.
// RUN: rm -rf %t && %detrain rewrite %s -o %t --diff | FileCheck %s
// CHECK: {{^[+]}}  float *const *rows = {}, sum = 0;
#include <cstdio>
#include <cstdlib>

struct Net {
  float** rows;
  int count;
  float** Sample(int step) {
    for (int i = 0; i < count; i++)
      for (int j = 0; j < 3; j++)
        rows[i][j] = 0.5f * rows[i][j] + 0.1f * step;
    return rows;
  }
};

int main() {
  Net net;
  net.count = 4;
  net.rows = new float*[4];
  for (int i = 0; i < 4; i++)
    net.rows[i] = new float[3]();
  float *const *rows, sum = 0;
  for (int step = 0; step < 6; step++) {
    rows = net.Sample(step);
    for (int i = 0; i < net.count; i++)
      sum += rows[i][1];
  }
  std::printf("%.9g\n", sum);
}
