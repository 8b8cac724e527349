// A loop that stops one short. Twin: it does not.
#include <stdio.h>
static float Sum(const float *x, int n) {
  float sum = 0;
  for (int i = 0; i < n; i++) sum += x[i];  // site: uninitialized error state | twin: quiet
  return sum;
}
int main(void) {
  float x[32], w = 1;
  for (int i = 0; i < 31; i++) x[i] = (float)i;
  // twin: for (int i = 0; i < 32; i++) x[i] = (float)i;
  for (int step = 0; step < 8; step++) w = 0.5f * w + 0.01f * Sum(x, 32);
  printf("%f\n", w);
}
