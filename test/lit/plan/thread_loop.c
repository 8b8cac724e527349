// A loop that starts threads and goes on makes no step: one of its iterations is one thread's share.
// RUN: cd %S && %detrain plan thread_loop.c -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan thread_loop.c -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
// RUN: cd %S && %detrain plan Inputs/thread_samples.c | FileCheck Inputs/thread_samples.c
#include <pthread.h>
#include <stdio.h>
static double w[64], sum;
static void *work(void *id) {
  double total = 0;
  for (int i = 0; i < 64; i++)
    total += w[i];
  for (int i = 0; i < 64; i++)
    w[i] += 0.01 * (*(const int *)id - total);
  sum += total;
  return NULL;
}
int main(void) {
  pthread_t threads[4];
  int ids[4] = {1, 2, 3, 4};
  // CHECK: thread_loop.c:[[#@LINE+1]] in main
  for (int epoch = 0; epoch < 10; epoch++) {
    // Twin 1: it waits for each before it starts the next one, so that each thread makes a step.
    // TWIN1: thread_loop.c:[[#@LINE+1]] in main
    for (int i = 0; i < 4; i++) {
      pthread_create(&threads[i], NULL, work, &ids[i]);
#if TWIN == 1
      pthread_join(threads[i], NULL);
    }
#else
    }
    for (int i = 0; i < 4; i++)
      pthread_join(threads[i], NULL);
#endif
    printf("%d %f\n", epoch, sum);
  }
}
