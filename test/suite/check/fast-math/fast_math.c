// The compiler may change the order of additions.  // site: fast-math warning state | twin: quiet
// FLAGS: -O2 -ffast-math
// TWIN-FLAGS: -O2 -fno-math-errno
// OBSERVE: flags
#include <stdio.h>
int main(void) {
  static float x[1000];
  float w = 1;
  for (int i = 0; i < 1000; i++) x[i] = 1.0f / (float)(i + 1);
  for (int step = 0; step < 8; step++) {
    float sum = 0;
    for (int i = 0; i < 1000; i++) sum += w * x[i];
    w = 0.5f * w + 0.01f * sum;
  }
  printf("%.9g\n", w);
}
