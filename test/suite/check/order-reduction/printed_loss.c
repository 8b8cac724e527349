// The loss of a step reaches the weights, as a gradient's scale. Twin: it is printed.
// FLAGS: -fopenmp
// OBSERVE: threads
#include <stdio.h>
static float Loss(const float *w, int n) {
  float loss = 0;
#pragma omp parallel for reduction(+ : loss)  // site: order-reduction error state | twin: order-reduction note log
  for (int i = 0; i < n; i++) loss += w[i] * w[i] / (float)(i + 1);
  return loss;
}
int main(void) {
  static float w[2048];
  for (int i = 0; i < 2048; i++) w[i] = 1.0f / (float)(3 * i + 1);
  for (int step = 0; step < 8; step++) {
    float scale = 0.1f * Loss(w, 2048);
    // twin: float scale = 0.1f + 0 * (float)printf("%f\n", Loss(w, 2048));
    for (int i = 0; i < 2048; i++) w[i] -= scale * w[i];
  }
  printf("%.9g\n", w[0]);
}
