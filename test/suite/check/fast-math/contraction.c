// a * b + c in one rounding, where the machine has it. Twin: contraction is off.  // site: fast-math warning state | twin: quiet
// FLAGS: -O2 -mfma -ffp-contract=fast
// TWIN-FLAGS: -O2 -mfma -ffp-contract=off
// OBSERVE: flags
#include <stdio.h>
int main(void) {
  float w[16];
  for (int i = 0; i < 16; i++) w[i] = 1.0f / (float)(i + 1);
  for (int step = 0; step < 20; step++)
    for (int i = 0; i < 16; i++) w[i] = 0.9f * w[i] + 0.1f * w[15 - i] * w[(i + step) % 16];
  for (int i = 0; i < 16; i++) printf("%.9g\n", w[i]);
}
