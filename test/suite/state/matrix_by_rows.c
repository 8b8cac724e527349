// A product of matrices that starts each sum at zero. Twin: that goes on from the sums of the last step.
// STATE: carried w | counter step | dead y
// TWIN: carried w y | counter step
#include <stdio.h>
static void Multiply(float *y, const float *a, const float *x, int n) {
  for (int r = 0; r < n; r++) {
    float sum = 0;
    // twin: float sum = 0.1f * y[r];
    for (int c = 0; c < n; c++) sum += a[r * n + c] * x[c];
    y[r] = sum;
  }
}
int main(void) {
  float a[9] = {1, 2, 3, 4, 5, 6, 7, 8, 9}, w[3] = {1, 2, 3}, y[3] = {0};
  for (int step = 0; step < 8; step++) {
    Multiply(y, a, w, 3);
    for (int i = 0; i < 3; i++) w[i] -= 0.01f * y[i] - 0.1f * (float)step;
  }
  printf("%f %f\n", w[0], w[2]);
}
