// qsort by address. Twin: by the number in the node.
// OBSERVE: none
#include <stdio.h>
#include <stdlib.h>
struct Node {
  int id;
};
static int Compare(const void *a, const void *b) {
  const struct Node *x = *(struct Node *const *)a, *y = *(struct Node *const *)b;
  return x < y ? -1 : x > y;  // site: pointer-order error state
  // twin: return x->id < y->id ? -1 : x->id > y->id;  // site: quiet
}
int main(void) {
  struct Node *node[12];
  float w = 1;
  for (int i = 0; i < 12; i++) {
    node[i] = malloc(sizeof *node[i]);
    if (!node[i]) return 1;
    node[i]->id = i * 5 % 12;
  }
  qsort(node, 12, sizeof node[0], Compare);
  for (int step = 0; step < 8; step++)
    for (int i = 0; i < 12; i++) w = 0.9f * w + 0.01f * (float)node[i]->id;
  printf("%f\n", w);
  for (int i = 0; i < 12; i++) free(node[i]);
}
