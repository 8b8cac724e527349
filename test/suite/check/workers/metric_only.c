// A metric that ends training early is a sum of all threads. Twin: one that is only printed.
// FLAGS: -fopenmp
// OBSERVE: threads
// WORKERS: equal
#include <stdio.h>
int main(void) {
  static float x[4096];
  float w = 1, least = 1e9f;
  for (int i = 0; i < 4096; i++) x[i] = 1.0f / (float)(i + 1);
  for (int step = 0; step < 6; step++) {
    float loss = 0;
#pragma omp parallel for reduction(+ : loss)  // site: order-reduction error state | twin: order-reduction note log
    for (int i = 0; i < 4096; i++) loss += x[i] * w;
    printf("%.9g\n", loss);
    if (loss < least) least = loss;
    // twin: if (w < least) least = w;
    w -= 0.01f * least;
  }
  printf("%.9g\n", w);
}
