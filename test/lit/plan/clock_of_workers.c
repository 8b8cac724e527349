// Workers of whom there are several, each with the time at which it was made: what a branch or a call in front of the
// boundary hung on, a step does not.
// RUN: %detrain plan --step clock_of_workers.c:16 %s | FileCheck %s
// CHECK: bitwise: proven
// CHECK: Saved at each checkpoint
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
struct worker { clock_t begun; int rounds; float *w; };
static struct worker *make(int n) {
  struct worker *it = malloc(sizeof *it);
  *it = (struct worker){clock(), n, calloc(4, sizeof(float))};
  return it;
}
static void run(struct worker *it) {
  for (int step = 0; step < it->rounds; step++)
    for (int i = 0; i < 4; i++) it->w[i] = it->w[i] * 0.5f + (float)(step + i);
}
static void train(struct worker *it) {
  for (int epoch = 0; epoch < 3; epoch++) {
    if (it->rounds > 5) continue;
    printf("%d after %ld\n", epoch, (long)(clock() - it->begun));
    run(it);
  }
}
int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 2;
  struct worker *workers[8];
  for (int i = 0; i < n && i < 8; i++) workers[i] = make(i + 2);
  for (int i = 0; i < n && i < 8; i++) train(workers[i]);
  printf("%a\n", (double)workers[0]->w[2]);
}
