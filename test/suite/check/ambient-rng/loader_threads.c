// Two loader threads share one hidden generator: seeding it does not fix who draws what. Twin: each has its own.
// FLAGS: -pthread
// OBSERVE: runs
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
static float batch[2][64];
static unsigned own[2] = {1, 2};
static void *Fill(void *argument) {
  int which = *(int *)argument;
  own[which] += 2;
  for (int i = 0; i < 64; i++)
    batch[which][i] = (float)(random() % 100);  // site: ambient-rng error state
    // twin: batch[which][i] = (float)(rand_r(&own[which]) % 100);  // site: quiet
  return NULL;
}
int main(void) {
  float w = 0;
  srandom(7);
  for (int step = 0; step < 8; step++) {
    pthread_t thread[2];
    int which[2] = {0, 1};
    for (int t = 0; t < 2; t++) pthread_create(&thread[t], NULL, Fill, &which[t]);
    for (int t = 0; t < 2; t++) pthread_join(thread[t], NULL);
    for (int i = 0; i < 64; i++) w = 0.5f * w + batch[0][i] - 0.5f * batch[1][i];
  }
  printf("%f\n", w);
}
