// A thread fills a ring of batches ahead: batches, order and generator are state. Twin: the order stays as it is.
// STATE: carried loader.slots loader.made loader.state loader.order loader.cursor w | counter step loader.taken | dead batch | invariant loader.stop
// TWIN: carried loader.slots loader.made loader.cursor w | counter step loader.taken | dead batch | invariant loader.stop loader.order
#include <pthread.h>
#include <stdio.h>
#include <string.h>

struct Loader {
  pthread_mutex_t lock;
  pthread_cond_t room, batch;
  double slots[6];
  long made, taken;
  unsigned state;
  int order[4], cursor, stop;
};

static void shuffle(struct Loader* l) {
  for (int i = 3; i > 0; --i) {
    l->state = l->state * 1664525U + 1013904223U;
    int j = (int)((l->state >> 8) % (unsigned)(i + 1)), kept = l->order[i];
    l->order[i] = l->order[j];
    l->order[j] = kept;
  }
  l->cursor = 0;
}

static void* load(void* argument) {
  struct Loader* l = argument;
  pthread_mutex_lock(&l->lock);
  for (;;) {
    while (l->made == l->taken + 3 && !l->stop)
      pthread_cond_wait(&l->room, &l->lock);
    if (l->stop)
      break;
    if (l->cursor == 4)
      shuffle(l);
      // twin:      l->cursor = 0;
    for (int i = 0; i < 2; ++i)
      l->slots[2 * (l->made % 3) + i] = l->order[l->cursor] + i;
    l->cursor++;
    l->made++;
    pthread_cond_signal(&l->batch);
  }
  pthread_mutex_unlock(&l->lock);
  return NULL;
}

int main(void) {
  struct Loader loader = {.order = {0, 1, 2, 3}, .state = 5};
  pthread_mutex_init(&loader.lock, NULL);
  pthread_cond_init(&loader.room, NULL);
  pthread_cond_init(&loader.batch, NULL);
  pthread_t thread;
  double w[2] = {0.5, 0.25}, batch[2];
  if (pthread_create(&thread, NULL, load, &loader) != 0)
    return 1;
  for (int step = 0; step < 10; ++step) {
    pthread_mutex_lock(&loader.lock);
    while (loader.made == loader.taken)
      pthread_cond_wait(&loader.batch, &loader.lock);
    memcpy(batch, &loader.slots[2 * (loader.taken % 3)], sizeof batch);
    loader.taken++;
    pthread_cond_signal(&loader.room);
    pthread_mutex_unlock(&loader.lock);
    for (int i = 0; i < 2; ++i)
      w[i] += 0.25 * (batch[i] - w[i]);
  }
  pthread_mutex_lock(&loader.lock);
  loader.stop = 1;
  pthread_cond_signal(&loader.room);
  pthread_mutex_unlock(&loader.lock);
  pthread_join(thread, NULL);
  printf("%.17g %.17g\n", w[0], w[1]);
  return 0;
}
