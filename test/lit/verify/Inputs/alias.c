#include <stdio.h>
#include <stdlib.h>

struct layer {
  float *y;
};

int main(void) {
  struct layer layers[2];
  for (int i = 0; i < 2; i++) layers[i].y = calloc(3, sizeof(float));
  float *last = layers[0].y;
  for (int step = 0; step < 6; step++) {
    last = layers[step % 2].y;
    last[step % 3] += (float)step + layers[0].y[1] + layers[1].y[2];
    printf("%f\n", last[0]);
  }
  printf("%f\n", last[1]);
}
