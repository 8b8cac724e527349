// No step loop: an atomic sum leaves by the result, another by a parameter. Twins: a count, and a sum that is printed.
// FLAGS: -fopenmp
// OBSERVE: threads
#include <stdio.h>
float Total(const float *x, int n) {
  float sum = 0;
  // twin: int sum = 0;
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
#pragma omp atomic  // site: float-atomic warning state @1 | twin: quiet
    sum += x[i];  // site: float-atomic warning state @1
    // twin: sum += x[i] > 0;  // site: quiet
  }
  return sum;
}
void Histogram(const float *x, int n, float *bin) {
  float shown[4] = {0};
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
#pragma omp atomic  // site: float-atomic warning state @2 | twin: float-atomic note log @2
    bin[i % 4] += x[i];  // site: float-atomic warning state @2
    // twin: shown[i % 4] += x[i];  // site: float-atomic note log @2
  }
  printf("%f\n", shown[0]);
}
#ifdef RUN
int main(void) {
  static float x[4096], bin[4];
  for (int i = 0; i < 4096; i++) x[i] = 1.0f / (float)(i + 1);
  Histogram(x, 4096, bin);
  printf("%.9g %.9g\n", Total(x, 4096), bin[1]);
}
#endif
