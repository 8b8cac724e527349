// Arithmetic of floating point: rounding to float, conversions, comparisons.
#include <math.h>
#include <stdio.h>

static float mean(const float* values, int n) {
  float sum = 0.0f;
  for (int i = 0; i < n; i++)
    sum += values[i];
  return sum / n;
}

int main(void) {
  float values[6] = {0.1f, 0.2f, 0.3f, -4.5f};
  double d = 0.1;
  float f = d;
  printf("%.9f %.9f %.17g\n", mean(values, 6), f, d);
  printf("%d %d %u\n", (int)2.9, (int)-2.9, (unsigned)3e9);
  printf("%.9f %.9f\n", sqrtf(2.0f * values[1]), powf(f, 3));
  f *= 3;
  f++;
  d -= f;
  printf("%.9f %.17g %d %d %d\n", f, d, f > d, f == f, !d);
  unsigned long big = 1ul << 63;
  printf("%.1f %.1f\n", (double)big, (float)(long)big);
  printf("%.9f\n", 1.0f / 3 + (values[0] ? 1 : 0.5));
  int n = 7;
  n *= 1.5;
  n += 0.75f;
  printf("%d %g\n", n, -0.0 < 0 ? 1.0 : 2.0);
  return 0;
}
