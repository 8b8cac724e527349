// A hash table that words are put into, step by step. Twin: it is emptied before each.
// STATE: carried w key count | counter step
// TWIN: carried w | counter step | dead key count
#include <stdio.h>
#include <string.h>
int main(void) {
  float w[6] = {1, 2, 3, 4, 5, 6};
  int key[8] = {0}, count[8] = {0};
  for (int step = 0; step < 9; step++) {
    count[0] += 1;
    // twin: memset(key, 0, sizeof key); memset(count, 0, sizeof count);
    int word = step * 5 % 7 + 1, at = word & 7;
    while (key[at] != 0 && key[at] != word) at = (at + 1) & 7;
    key[at] = word;
    count[at]++;
    for (int i = 0; i < 6; i++) w[i] += 0.1f * ((float)(count[i] + key[i]) - w[i]);
  }
  printf("%f %f\n", w[0], w[5]);
}
