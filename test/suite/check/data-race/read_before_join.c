// The thread's result is used before it is joined. Twin: after.
// FLAGS: -pthread
// OBSERVE: runs
#include <pthread.h>
#include <stdio.h>
static float gradient[1000];
static void *Compute(void *argument) {
  float w = *(float *)argument;
  for (int i = 0; i < 1000; i++) gradient[i] = w / (float)(i + 1);  // site: data-race error state @1 | twin: quiet
  return NULL;
}
int main(void) {
  float w = 1, fixed;
  for (int step = 0; step < 20; step++) {
    pthread_t thread;
    fixed = w;
    pthread_create(&thread, NULL, Compute, &fixed);
    ;
    // twin: pthread_join(thread, NULL);
    for (int i = 999; i >= 0; i--) w += 0.01f * gradient[i];  // site: data-race error state @1 | twin: quiet
    pthread_join(thread, NULL);
    // twin: w *= 0.9f;
  }
  printf("%.9g\n", w);
}
