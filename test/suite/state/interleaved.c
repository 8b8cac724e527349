// Real and imaginary parts side by side in one array, both filled: dead. Twin: the imaginary ones turn on.
// STATE: carried w | counter step | dead z
// TWIN: carried w z | counter step
#include <stdio.h>
int main(void) {
  float w[6] = {1, 2, 3, 4, 5, 6}, z[12] = {0};
  for (int step = 0; step < 8; step++) {
    for (int i = 0; i < 6; i++) {
      z[2 * i] = 0.5f * w[i];
      z[2 * i + 1] = 0.1f * (float)step;
      // twin: z[2 * i + 1] = 0.5f * z[2 * i + 1] + 0.1f * (float)step;
    }
    for (int i = 0; i < 6; i++) w[i] -= 0.1f * (z[2 * i] + z[2 * i + 1]);
  }
  printf("%f %f\n", w[0], w[5]);
}
