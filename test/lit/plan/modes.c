// A loop that trains in one mode of the program, and in another one inside of a search, is no part of the search alone:
// what the search keeps is used by nobody, and the loop over the arguments is not chosen in its place.
// RUN: %detrain plan %s | FileCheck %s
// CHECK: modes.c:[[@LINE+13]] in train; of several loops that could be it
// CHECK: another could be chosen: --step {{.*}}modes.c:[[@LINE+26]] in main
// RUN: %detrain plan --step %s:17 %s | FileCheck %s --check-prefix=WAYS
// WAYS: Way 1 of 2 to the step loop
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static float w[4], kept[4], scale[4] = {1, 1, 1, 1};
static const float x[4] = {1, 2, 3, 4};

static void train(float rate) {
  memset(w, 0, sizeof w);
  for (int epoch = 0; epoch < 20; epoch++)
    for (int i = 0; i < 4; i++)
      w[i] -= rate * (w[i] - x[i]) * (1 + w[(i + 1) % 4]);
}

static void search(void) {
  for (int r = 1; r < 8; r++) {
    train(0.1f * (float)r);
    for (int i = 0; i < 4; i++)
      kept[i] = 0.5f * kept[(i + 1) % 4] + w[i];
  }
}

int main(int argc, char **argv) {
  for (int i = 2; i < argc; i++)
    for (int k = 0; k < 4; k++)
      scale[k] = 0.5f * scale[(k + 1) % 4] * (float)atof(argv[i]);
  if (argc > 1 && strcmp(argv[1], "search") == 0)
    search();
  else
    train(0.1f);
  for (int i = 0; i < 4; i++)
    printf("%f\n", w[i] * scale[i]);
}
