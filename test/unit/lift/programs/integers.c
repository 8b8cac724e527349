// Arithmetic of integers: widths, signs, conversions, operators.
#include <stdint.h>
#include <stdio.h>

static int side_effects = 0;
static int noted(int x) {
  side_effects++;
  return x;
}

int main(void) {
  unsigned char small = 250;
  small += 10;
  signed char tiny = -128;
  tiny--;
  short medium = 30000;
  medium *= 2;
  unsigned u = 5;
  int i = -3;
  printf("%d %d %d %u %d\n", small, tiny, medium, u + i, i % 2);
  printf("%d %d %u %d\n", i >> 1, (int)(u << 3), (unsigned)i >> 28, ~i);
  printf("%d %d\n", i < (int)u, (unsigned)i < u);
  uint64_t state = 1337;
  for (int k = 0; k < 5; k++) {
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    printf("%u ", (unsigned)((state * 0x2545F4914F6CDD1Dull) >> 32));
  }
  putchar('\n');
  _Bool truth = 0.5;
  _Bool more = small;
  printf("%d %d %d %d\n", truth, more, !truth, !!i);
  int a = 4, b = 7;
  int first = a++ + ++b;
  int second = a-- - --b;
  printf("%d %d %d\n", first, second, a ^ b & 6 | 1);
  printf("%d ", noted(0) && noted(1));
  printf("%d\n", side_effects);
  printf("%d ", noted(2) || noted(1));
  printf("%d\n", side_effects);
  printf("%d ", noted(1) && noted(0) || noted(3));
  printf("%d\n", side_effects);
  int c = (a = 3, b = a * 2, a + b);
  c <<= 2;
  c |= 1;
  c %= 10;
  printf("%d %d %d\n", a, b, c);
  int chosen = noted(1) ? noted(10) : noted(20);
  int elvis = noted(0) ?: noted(5);
  printf("%d %d %d\n", chosen, elvis, side_effects);
  long long wide = (long long)a << 40;
  printf("%lld %d %u\n", wide, (int)(wide >> 38), (unsigned)wide);
  enum { RED, GREEN = 7, BLUE } color = BLUE;
  printf("%d %zu %d\n", color, sizeof(int[GREEN]), 'a' + 1);
  uint32_t x = 0xdeadbeef;
  printf("%x %x %d\n", x >> 16, x & 0xff, (int8_t)x);
  return (int)(state & 0x7f);
}
