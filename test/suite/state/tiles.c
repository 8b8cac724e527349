// Tiles and the rest behind the last one cover everything. Twin: the rest is forgotten.
// STATE: carried w | counter step | dead h
// TWIN: carried w h | counter step
#include <stdio.h>
int main(void) {
  float w[10] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, h[10] = {0};
  for (int step = 0; step < 8; step++) {
    int i = 0;
    for (; i + 4 <= 10; i += 4)
      for (int j = i; j < i + 4; j++) h[j] = w[j] * (float)j;
    for (; i < 10; i++) h[i] = w[i];
    // twin: h[9] += w[9];
    for (int j = 0; j < 10; j++) w[j] -= 0.01f * h[j];
  }
  printf("%f %f\n", w[0], w[9]);
}
