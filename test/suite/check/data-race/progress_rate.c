// The learning rate follows a counter that all threads add to. Twin: the counter is only printed.
// FLAGS: -pthread
// OBSERVE: runs
#include <pthread.h>
#include <stdio.h>
static volatile long done;
static float w[4];
static void *Train(void *argument) {
  int which = *(int *)argument;
  for (int i = 0; i < 50000; i++) {
    done = done + 1;  // site: data-race error state @1 | twin: data-race note log
    float rate = 0.1f / (1 + 1e-4f * (float)done);  // site: data-race error state @1
    // twin: float rate = 0.1f / (1 + 1e-4f * (float)i);  // site: quiet
    w[which] += rate * ((float)(i % 10) - w[which]);
  }
  return NULL;
}
int main(void) {
  for (int step = 0; step < 3; step++) {
    pthread_t thread[4];
    int which[4] = {0, 1, 2, 3};
    for (int t = 0; t < 4; t++) pthread_create(&thread[t], NULL, Train, &which[t]);
    for (int t = 0; t < 4; t++) pthread_join(thread[t], NULL);
    fprintf(stderr, "%ld done\n", done);
  }
  for (int t = 0; t < 4; t++) printf("%.9g\n", w[t]);
}
