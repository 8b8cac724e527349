// One part of fast-math is enough. Twin: another part, which changes no result.  // site: fast-math warning state | twin: quiet
// FLAGS: -O3 -fassociative-math -fno-signed-zeros -fno-trapping-math
// TWIN-FLAGS: -O3 -fno-trapping-math
// OBSERVE: flags
#include <stdio.h>
int main(void) {
  static float w[512];
  for (int i = 0; i < 512; i++) w[i] = 1.0f / (float)(i + 3);
  for (int step = 0; step < 8; step++) {
    float mean = 0;
    for (int i = 0; i < 512; i++) mean += w[i];
    for (int i = 0; i < 512; i++) w[i] -= 0.1f * (mean / 512 - (float)(i % 5));
  }
  printf("%.9g\n", w[7]);
}
