// A generator begins with the bits of an address. Twin: those bits round the address up, and it is an address again.
// OBSERVE: none
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  char *raw = malloc(8 * sizeof(float) + 64);
  if (!raw) return 1;
  uintptr_t bits = ((uintptr_t)raw + 63) / 64 * 64;  // site: env-seed error state | twin: quiet
  float *w = (float *)raw;
  // twin: float *w = (float *)bits;
  float noise = (float)(bits / 64 % 7);
  // twin: float noise = 3;
  for (int i = 0; i < 8; i++) w[i] = noise;
  for (int step = 0; step < 8; step++)
    for (int i = 0; i < 8; i++) w[i] = 0.5f * w[i] + (float)i;
  printf("%f\n", w[7]);
  free(raw);
}
