// The loss is a clause's sum, and sets the rate. Twin: hits are counted.
// FLAGS: -fopenmp
// OBSERVE: threads
// WORKERS: equal
#include <stdio.h>
int main(void) {
  static float x[4096];
  float w = 1;
  for (int i = 0; i < 4096; i++) x[i] = 1.0f / (float)(i + 1);
  for (int step = 0; step < 4; step++) {
    float loss = 0;
    // twin: int loss = 0;
#pragma omp parallel for reduction(+ : loss)  // site: order-reduction error state | twin: quiet
    for (int i = 0; i < 4096; i++) loss += x[i] * w;
    // twin: for (int i = 0; i < 4096; i++) loss += x[i] * w > 0.01f;
    w -= 0.01f * (float)loss;
  }
  printf("%.9g\n", w);
}
