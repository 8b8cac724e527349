// Bits of an address decide which half of a word is added to. Twin: the lowest bits, which follow from the index, as
// blocks are aligned.
// OBSERVE: runs
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
__attribute__((noinline)) static void AddHalf(unsigned short *at, unsigned value) {
  uintptr_t address = (uintptr_t)at;  // site: env-seed error state | twin: quiet
  unsigned *word = (unsigned *)(address & ~(uintptr_t)3);
  *word += address >> 20 & 2 ? value << 16 : value;
  // twin: *word += address & 2 ? value << 16 : value;
}
int main(void) {
  unsigned short *w = calloc(64, sizeof *w);
  if (!w) return 1;
  for (int step = 1; step <= 8; step++)
    for (int i = 0; i < 64; i++) AddHalf(&w[i], (unsigned)(i * step + w[i] % 7));
  unsigned sum = 0;
  for (int i = 0; i < 64; i++) sum = sum * 31 + w[i];
  printf("%u\n", sum);
  free(w);
}
