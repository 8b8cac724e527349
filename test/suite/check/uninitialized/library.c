// No step loop: what nobody wrote leaves by a result. Twin: everything is written before it is read.
// OBSERVE: memory
#include <stdio.h>
#include <stdlib.h>
float Norm(const float *x, int n) {
  float *square = malloc((size_t)n * sizeof *square);
  float sum = 0;
  if (!square) return 0;
  for (int i = 0; i < n; i += 2) square[i] = x[i] * x[i];
  // twin: for (int i = 0; i < n; i++) square[i] = x[i] * x[i];
  for (int i = 0; i < n; i++) sum += square[i];  // site: uninitialized warning state | twin: quiet
  free(square);
  return sum;
}
#ifdef RUN
int main(void) {
  float x[64] = {1, 2, 3};
  free(malloc(256));
  printf("%f\n", Norm(x, 64));
}
#endif
