// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bit-fields of units of each size, in records, arrays and unions, packed, beside members that no step changes. The
// bits that nobody has are other ones in each process and after each step. What the rewriter inserted is marked with
// "<-".
// clang-format off: generated code keeps the user's lines
#include "bit_fields.detrain.h" // <-
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct { unsigned phase : 3, warm : 1; char beside; unsigned left : 12; } Flags;
typedef struct __attribute__((packed)) { unsigned first : 30, across : 7; } Packed;
typedef struct { bool on : 1; unsigned char : 1, mode : 2; unsigned long long wide : 37; } Row;
typedef union { struct { unsigned low : 7, high : 9; } bits; short both; } Either;

// Turns some of the bits that are nobody's, those of each eight bytes that are set in the mask.
static void Spoil(void *at, size_t size, unsigned long long nobodys) {
  static unsigned n;
  const unsigned long long noise = (unsigned long long)getpid() * 0x9E3779B97F4A7C15u + n++ * 0xD1B54A32D192ED03u;
  unsigned char *bytes = at;
  for (size_t i = 0; i < size; i++) bytes[i] ^= (unsigned char)(noise >> i % 8 * 8) & (unsigned char)(nobodys >> i % 8 * 8);
}

static void SpoilAll(Flags *flags, Packed *packed, Row *rows, Either *either) {
  Spoil(flags, sizeof *flags, 0xf00000f0u);
  Spoil(packed, sizeof *packed, 0xe000000000u);
  for (int i = 0; i < 5; i++) Spoil(&rows[i], sizeof rows[i], 0xfffffe0000000002u);
  Spoil(either, 3 * sizeof *either, 0xffff0000ffff0000u);
}

int main(int argc, char **argv) {
  const int steps = argc > 1 ? atoi(argv[1]) : 12;
  Flags flags = {1, 0, 42, 100};
  Packed packed = {5, 99};
  Row *rows = calloc(5, sizeof *rows);
  Either either[3];
  memset(either, 0, sizeof either);
  int step = 0;
  DETRAIN_BIND(0, flags); DETRAIN_BIND(1, packed); DETRAIN_BIND(2, rows); DETRAIN_BIND(4, either); DETRAIN_BIND(5, step); SpoilAll(&flags, &packed, rows, either); detrain_enter(&detrain_plan); // <-
  for (; detrain_step(&detrain_plan), step < steps; step++) { // <-
    flags.warm = step % 2;
    flags.phase++;
    flags.left += flags.warm + flags.phase;
    packed.first = packed.first * 7 & 0x3fffffff;
    packed.across += 41;
    for (int i = 0; i < 5; i++) {
      rows[i].on = !rows[i].on;
      rows[i].mode += i;
      rows[i].wide = rows[i].wide * 5 + flags.left + rows[i].on;
    }
    for (int i = 0; i < 3; i++) either[i].bits.low += flags.phase, either[i].bits.high += rows[i].mode + 1;
    SpoilAll(&flags, &packed, rows, either);
    printf("%d %d %d %d %d\n", flags.phase, flags.beside, flags.left, packed.first, packed.across);
    for (int i = 0; i < 5; i++) printf("%d %d %llu ", rows[i].on, rows[i].mode, (unsigned long long)rows[i].wide);
    printf("%d %d %d\n", either[0].both, either[1].bits.low, either[2].bits.high);
  }
  free(rows);
  return 0;
}
