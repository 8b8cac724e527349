// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rows never change, their order does.
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  int steps = argc > 1 ? atoi(argv[1]) : 12;
  float **rows = malloc(5 * sizeof(float *));
  for (int i = 0; i < 5; i++) {
    rows[i] = malloc(2 * sizeof(float));
    rows[i][0] = (float)i;
    rows[i][1] = (float)(i * i);
  }
  float w[2] = {0};
  for (int step = 0; step < steps; step++) {
    float *row = rows[step % 5];
    rows[step % 5] = rows[(step * 3 + 1) % 5];
    rows[(step * 3 + 1) % 5] = row;
    for (int i = 0; i < 2; i++) w[i] = 0.5f * w[i] + row[i];
    printf("%g %g\n", (double)w[0], (double)w[1]);
  }
}
