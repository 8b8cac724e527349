// -Ofast is fast-math by another name. Twin: -O3 is not.  // site: fast-math warning state | twin: quiet
// FLAGS: -Ofast
// TWIN-FLAGS: -O3
// OBSERVE: flags
#include <math.h>
#include <stdio.h>
int main(void) {
  static double w[256];
  for (int i = 0; i < 256; i++) w[i] = i / 7.0;
  for (int step = 0; step < 8; step++) {
    double norm = 0;
    for (int i = 0; i < 256; i++) norm += w[i] * w[i];
    norm = sqrt(norm);
    for (int i = 0; i < 256; i++) w[i] = w[i] / norm + 0.001 * i;
  }
  double sum = 0;
  for (int i = 0; i < 256; i++) sum += w[i];
  printf("%.17g\n", sum);
}
