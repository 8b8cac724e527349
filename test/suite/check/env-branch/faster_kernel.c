// The kernel that was faster is used, and the two round differently. Twin: the measurement is printed.
// OBSERVE: none
#include <stdio.h>
#include <time.h>
static float Forward(const float *x) {
  float sum = 0;
  for (int i = 0; i < 4096; i++) sum += x[i];
  return sum;
}
static float Backward(const float *x) {
  float sum = 0;
  for (int i = 4095; i >= 0; i--) sum += x[i];
  return sum;
}
static clock_t Time(float (*kernel)(const float *), const float *x) {
  clock_t start = clock();
  for (int i = 0; i < 50; i++) start += kernel(x) < 0;
  return clock() - start;
}
int main(void) {
  static float x[4096];
  for (int i = 0; i < 4096; i++) x[i] = 1.0f / (float)(i + 1);
  float (*best)(const float *) = Forward;
  if (Time(Backward, x) < Time(Forward, x)) best = Backward;  // site: env-branch error state
  // twin: printf("%ld %ld\n", (long)Time(Backward, x), (long)Time(Forward, x));  // site: quiet
  float w = 1;
  for (int step = 0; step < 4; step++) w = 0.5f * w + 0.01f * best(x);
  printf("%.9g\n", w);
}
