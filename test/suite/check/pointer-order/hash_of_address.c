// A table is filled by the hash of addresses and walked. Twin: by the hash of numbers.
// OBSERVE: runs
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
struct Node {
  int id;
};
int main(void) {
  struct Node *node[16], *table[64] = {0};
  for (int i = 0; i < 16; i++) {
    node[i] = malloc(sizeof *node[i]);
    if (!node[i]) return 1;
    node[i]->id = i;
    unsigned at = (unsigned)((uintptr_t)node[i] * 2654435761u >> 20) % 64;  // site: pointer-order error state
    // twin: unsigned at = (unsigned)node[i]->id * 2654435761u >> 20 & 63;  // site: quiet
    while (table[at]) at = (at + 1) % 64;
    table[at] = node[i];
  }
  float w = 1;
  for (int step = 0; step < 8; step++)
    for (int i = 0; i < 64; i++)
      if (table[i]) w = 0.9f * w + 0.1f * (float)table[i]->id;
  printf("%f\n", w);
  for (int i = 0; i < 16; i++) free(node[i]);
}
