// Threads add to one sum under a mutex. Twin: each has its own, and they are added after the joins, in their order.
// FLAGS: -pthread
// OBSERVE: runs
#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static float sum, part[4], x[4096];
static void *Add(void *argument) {
  int which = *(int *)argument;
  part[which] = 0;
  for (int i = which; i < 4096; i += 4) {
    pthread_mutex_lock(&lock);
    sum += x[i];  // site: order-reduction error state
    // twin: part[which] += x[i];  // site: quiet
    pthread_mutex_unlock(&lock);
  }
  return NULL;
}
int main(void) {
  float w = 1;
  for (int step = 0; step < 4; step++) {
    pthread_t thread[4];
    int which[4] = {0, 1, 2, 3};
    for (int i = 0; i < 4096; i++) x[i] = w / (float)(i + 1);
    sum = 0;
    for (int t = 0; t < 4; t++) pthread_create(&thread[t], NULL, Add, &which[t]);
    for (int t = 0; t < 4; t++) pthread_join(thread[t], NULL);
    for (int t = 0; t < 4; t++) sum += part[t];
    w = 0.5f * w + 0.01f * sum;
  }
  printf("%.9g\n", w);
}
