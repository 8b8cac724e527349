// Two loaders put batches at the end of a queue. Twin: one loader.
// FLAGS: -pthread
// OBSERVE: none
// WORKERS: equal
#include <pthread.h>
#include <stdio.h>
static float queue[8];
static int filled;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int numbers[2] = {0, 1};
static void *Load(void *argument) {
  const int number = *(const int *)argument;
  for (int k = 0; k < 4; k++) {
    pthread_mutex_lock(&lock);
    queue[filled++] = (float)(4 * number + k);  // site: order-reduction error state | twin: quiet
    pthread_mutex_unlock(&lock);
  }
  return NULL;
}
int main(void) {
  float w = 1;
  for (int step = 0; step < 4; step++) {
    pthread_t loaders[2];
    filled = 0;
    for (int k = 0; k < 2; k++) pthread_create(&loaders[k], NULL, Load, &numbers[k]);
    // twin: pthread_create(&loaders[0], NULL, Load, &numbers[0]);
    for (int k = 0; k < 2; k++) pthread_join(loaders[k], NULL);
    // twin: pthread_join(loaders[0], NULL);
    for (int k = 0; k < 8; k++) w = 0.5f * w + queue[k];
  }
  printf("%.9g\n", w);
}
