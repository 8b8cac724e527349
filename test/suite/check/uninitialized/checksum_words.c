// Of a checksum's 32 words the first one alone is set, and all are written, as reported in planetbeing/libdmg-hfsplus#8.
// Twin: the record is cleared.
// OBSERVE: none
// KIND: memory
#include <stdint.h>
#include <stdio.h>
#include <string.h>
struct checksum {
  uint32_t type, bits, data[32];
};
static uint32_t sum_of(const float *w, int n) {
  const unsigned char *bytes = (const unsigned char *)w;
  uint32_t a = 1, b = 0;
  for (size_t i = 0; i < n * sizeof *w; i++) a = (a + bytes[i]) % 65521, b = (b + a) % 65521;
  return b << 16 | a;
}
static int save(const float *w, int n) {
  struct checksum checksum;
  if (n < 1) return -1;
  // twin: memset(&checksum, 0, sizeof checksum);
  checksum.type = 2, checksum.bits = 32;
  checksum.data[0] = sum_of(w, n);
  FILE *f = fopen("weights.bin", "wb");
  if (!f) return -1;
  fwrite(w, sizeof *w, n, f);
  fwrite(&checksum, sizeof checksum, 1, f);  // site: uninitialized error output | twin: quiet
  return fclose(f);
}
int main(void) {
  float w[24];
  for (int i = 0; i < 24; i++) w[i] = (float)i / 24;
  for (int step = 0; step < 10; step++)
    for (int i = 1; i < 24; i++) w[i] += 0.1f * (w[i - 1] - w[i]);
  return save(w, 24) == 0 ? 0 : 1;
}
