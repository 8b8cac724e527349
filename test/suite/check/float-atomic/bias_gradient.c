// The gradient of a bias is summed over all pixels with an atomic addition that is made of a compare and swap on its bits,
// as reported in tensorflow/tensorflow#22398 of a GPU. Twin: a sum for each thread, joined in their order.
// FLAGS: -pthread
// OBSERVE: runs
// KIND: atomics
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
enum { kThreads = 3, kChannels = 4, kPixels = 6000 };
static float bias[kChannels], gradient[kThreads][kChannels], image[kPixels][kChannels];
static void AtomicAdd(float *to, float x) {
  int32_t *bits = (int32_t *)to;
  int32_t seen = __atomic_load_n(bits, __ATOMIC_RELAXED), wanted;
  do {
    float sum;
    memcpy(&sum, &seen, sizeof sum);
    sum += x;
    memcpy(&wanted, &sum, sizeof wanted);
  } while (!__atomic_compare_exchange_n(bits, &seen, wanted, 1, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED));  // site: float-atomic error state | twin: quiet
}
static void *Backward(void *argument) {
  const long me = (long)argument;
  for (long p = me; p < kPixels; p += kThreads)
    for (int c = 0; c < kChannels; c++) AtomicAdd(&gradient[0][c], image[p][c] - bias[c]);
    // twin: for (int c = 0; c < kChannels; c++) AtomicAdd(&gradient[me][c], image[p][c] - bias[c]);
  return NULL;
}
int main(void) {
  for (int p = 0; p < kPixels; p++)
    for (int c = 0; c < kChannels; c++) image[p][c] = (float)((p * 7 + c * 3) % 53) / 53;
  for (int step = 0; step < 10; step++) {
    pthread_t threads[kThreads];
    memset(gradient, 0, sizeof gradient);
    for (long k = 0; k < kThreads; k++) pthread_create(&threads[k], NULL, Backward, (void *)k);
    for (int k = 0; k < kThreads; k++) pthread_join(threads[k], NULL);
    for (int c = 0; c < kChannels; c++)
      for (int k = 0; k < kThreads; k++) bias[c] += 1e-4f * gradient[k][c];
  }
  for (int c = 0; c < kChannels; c++) printf("%.9g\n", bias[c]);
}
