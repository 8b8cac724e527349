// Rows are taken in blocks of eight through a buffer on the stack; the last block has fewer rows, and the sum takes eight.
// Twin: what the last block lacks is set to zero.
// OBSERVE: none
// KIND: memory
#include <stdio.h>
enum { kRows = 21, kBlock = 8 };
static float row[kRows];
static float sum_of_block(int first, float w) {
  float block[kBlock];
  int n = kRows - first < kBlock ? kRows - first : kBlock;
  for (int i = 0; i < n; i++) block[i] = row[first + i] - w;
  if (n < 1) return 0;
  // twin: for (int i = n; i < kBlock; i++) block[i] = 0;
  float sum = 0;
  for (int i = 0; i < kBlock; i++) sum += block[i] * block[i];  // site: uninitialized error state | twin: quiet
  return sum;
}
int main(void) {
  float w = 0;
  for (int i = 0; i < kRows; i++) row[i] = (float)(i * 3 % 11) / 11;
  for (int step = 0; step < 15; step++) {
    float loss = 0;
    for (int first = 0; first < kRows; first += kBlock) loss += sum_of_block(first, w);
    w += 0.01f * loss;
  }
  printf("%.9g\n", w);
}
