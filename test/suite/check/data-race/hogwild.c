// Threads update shared weights without a lock. Twin: each thread has its own part of them.
// FLAGS: -pthread
// OBSERVE: runs
#include <pthread.h>
#include <stdio.h>
static float w[16];
static void *Train(void *argument) {
  int which = *(int *)argument;
  for (int i = 0; i < 20000; i++) {
    int at = i % 16;
    // twin: int at = which * 4 + i % 4;
    w[at] += 0.1f * (1.0f / (float)(i + which + 1) - w[at]);  // site: data-race error state | twin: quiet
  }
  return NULL;
}
int main(void) {
  for (int step = 0; step < 4; step++) {
    pthread_t thread[4];
    int which[4] = {0, 1, 2, 3};
    for (int t = 0; t < 4; t++) pthread_create(&thread[t], NULL, Train, &which[t]);
    for (int t = 0; t < 4; t++) pthread_join(thread[t], NULL);
  }
  for (int i = 0; i < 16; i++) printf("%.9g\n", w[i]);
}
