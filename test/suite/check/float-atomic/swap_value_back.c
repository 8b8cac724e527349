// GCC's compare and swap gives back what it found; weights are updated with it from all threads. Twin: each thread has
// a copy of the gradient.
// FLAGS: -pthread
// OBSERVE: runs
// KIND: atomics
#include <pthread.h>
#include <stdio.h>
enum { kWorkers = 4, kSize = 5 };
static float gradient[kWorkers][kSize], w[kSize];
static void Add(float *to, float x) {
  unsigned expected = *(volatile unsigned *)to;
  for (;;) {
    float sum = *(float *)&expected + x;
    unsigned was = __sync_val_compare_and_swap((unsigned *)to, expected, *(unsigned *)&sum);  // site: float-atomic error state | twin: quiet
    if (was == expected) break;
    expected = was;
  }
}
static void *Run(void *argument) {
  const long me = (long)argument;
  for (long i = me; i < 20000; i += kWorkers) Add(&gradient[0][i % kSize], (1 - w[i % kSize]) / (float)(i + 7));
  // twin: for (long i = me; i < 20000; i += kWorkers) Add(&gradient[me][i % kSize], (1 - w[i % kSize]) / (float)(i + 7));
  return NULL;
}
int main(void) {
  for (int step = 0; step < 5; step++) {
    pthread_t threads[kWorkers];
    for (int k = 0; k < kWorkers; k++)
      for (int j = 0; j < kSize; j++) gradient[k][j] = 0;
    for (long k = 0; k < kWorkers; k++) pthread_create(&threads[k], NULL, Run, (void *)k);
    for (int k = 0; k < kWorkers; k++) pthread_join(threads[k], NULL);
    for (int j = 0; j < kSize; j++)
      for (int k = 0; k < kWorkers; k++) w[j] += 0.1f * gradient[k][j];
  }
  for (int j = 0; j < kSize; j++) printf("%.9g\n", w[j]);
}
