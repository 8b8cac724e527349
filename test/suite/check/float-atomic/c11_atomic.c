// C11: += on an _Atomic float. Twin: on an _Atomic long.
// FLAGS: -pthread
// LIBRARIES: -latomic
// OBSERVE: runs
#include <pthread.h>
#include <stdio.h>
static _Atomic float sum;
// twin: static _Atomic long sum;
static float w = 1;
static void *Add(void *argument) {
  int which = *(int *)argument;
  for (int i = which; i < 20000; i += 4) sum += 1000 * w / (float)(i + 1);  // site: float-atomic error state
  // twin: for (int i = which; i < 20000; i += 4) sum += (long)(1000 * w) / (i + 1);  // site: quiet
  return NULL;
}
int main(void) {
  for (int step = 0; step < 4; step++) {
    pthread_t thread[4];
    int which[4] = {0, 1, 2, 3};
    sum = 0;
    for (int t = 0; t < 4; t++) pthread_create(&thread[t], NULL, Add, &which[t]);
    for (int t = 0; t < 4; t++) pthread_join(thread[t], NULL);
    w = 0.5f * w + 1e-5f * (float)sum;
  }
  printf("%.9g\n", w);
}
