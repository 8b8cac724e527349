// Readers put samples into a ring under a lock and conditions, and the trainer takes them as they come. Twin: one reader.
// FLAGS: -pthread
// OBSERVE: runs
// KIND: order
#include <pthread.h>
#include <stdio.h>
enum { kSlots = 8, kSamples = 600 };
typedef struct {
  pthread_mutex_t lock;
  pthread_cond_t not_full, not_empty;
  float slot[kSlots];
  unsigned head, tail;
} ring_t;
static ring_t ring = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, PTHREAD_COND_INITIALIZER, {0}, 0, 0};
static int readers = 2;
// twin: static int readers = 1;
static void Put(ring_t *r, float x) {
  pthread_mutex_lock(&r->lock);
  while (r->tail - r->head == kSlots) pthread_cond_wait(&r->not_full, &r->lock);
  r->slot[r->tail++ % kSlots] = x;  // site: order-reduction error state | twin: quiet
  pthread_cond_signal(&r->not_empty);
  pthread_mutex_unlock(&r->lock);
}
static float Take(ring_t *r) {
  pthread_mutex_lock(&r->lock);
  while (r->tail == r->head) pthread_cond_wait(&r->not_empty, &r->lock);
  float x = r->slot[r->head++ % kSlots];
  pthread_cond_signal(&r->not_full);
  pthread_mutex_unlock(&r->lock);
  return x;
}
static void *Read(void *argument) {
  for (long i = (long)argument; i < kSamples; i += readers) Put(&ring, (float)(i * 31 % 101) / 101);
  return NULL;
}
int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, Read, (void *)0);
  pthread_create(&threads[1], NULL, Read, (void *)1);
  // twin: (void)threads[1];
  float w = 0;
  for (int step = 0; step < kSamples; step++) {
    float x = Take(&ring);
    w += 0.1f * (x - w * x);
  }
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  // twin: (void)threads[1];
  printf("%.9g\n", w);
}
