// Two sections change one running mean. Twin: each its own.
// FLAGS: -fopenmp
// OBSERVE: threads
#include <stdio.h>
struct Statistics {
  float mean, other;
};
static void Update(float *mean, float x) {
  *mean += 0.01f * (x - *mean);  // site: data-race error state | twin: quiet
}
int main(void) {
  struct Statistics running = {0, 0};
  float w = 1;
  for (int step = 0; step < 4; step++) {
#pragma omp parallel sections
    {
#pragma omp section
      for (int i = 0; i < 2000; i++) Update(&running.mean, w + (float)i);
#pragma omp section
      for (int i = 0; i < 2000; i++) Update(&running.mean, w - (float)i);
      // twin: for (int i = 0; i < 2000; i++) Update(&running.other, w - (float)i);
    }
    w = 0.5f * w + 1e-3f * (running.mean - running.other);
  }
  printf("%.9g\n", w);
}
