// What a block of the step's own holds before it is written is no state: each step has a new block. What a block from
// before the loop led to may be.
// RUN: %detrain plan %s | FileCheck %s --implicit-check-not="{{garbage.c:[0-9]+: memory}}"
// CHECK: not replayable
// CHECK: garbage.c:31: memory (malloc) that a step writes
#include <stdio.h>
#include <stdlib.h>
struct node {
  struct node *next;
  int has, key;
};
static double total;
static void of_the_step(int has, int step) {
  struct node *n = malloc(sizeof *n);
  n->has = has;
  n->key = step;
  if (n->has) {
    total += n->next->key;
    n->next->key = 4;
  }
  total = total * 0.5 + n->key;
  free(n);
}
int main(int argc, char **argv) {
  (void)argv;
  struct node *kept = malloc(sizeof *kept);
  kept->has = argc > 4;
  for (int step = 0; step < 5; step++) {
    of_the_step(argc > 3, step);
    if (kept->has)
      total += kept->next->key++;
  }
  printf("%a\n", total);
  return 0;
}
