// A plain flag hands a value from one thread to another. Twin: a condition variable does.
// FLAGS: -pthread
// OBSERVE: none
#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static volatile int ready;
static float value;
static void *Produce(void *argument) {
  float made = 0.5f * *(float *)argument;
  ;
  // twin: pthread_mutex_lock(&lock);
  value = made;  // site: data-race error state @1 | twin: quiet
  ready = 1;  // site: data-race error state @1 | twin: quiet
  pthread_cond_signal(&changed);
  // twin: pthread_cond_signal(&changed); pthread_mutex_unlock(&lock);
  return NULL;
}
int main(void) {
  float w = 1;
  for (int step = 0; step < 8; step++) {
    pthread_t thread;
    float given = w;
    ready = 0;
    pthread_create(&thread, NULL, Produce, &given);
    while (!ready) {}  // site: data-race error state @1
    // twin: pthread_mutex_lock(&lock); while (!ready) pthread_cond_wait(&changed, &lock);  // site: quiet
    w = 1 + value;  // site: data-race error state @1 | twin: quiet
    ;
    // twin: pthread_mutex_unlock(&lock);
    pthread_join(thread, NULL);
  }
  pthread_mutex_lock(&lock);
  printf("%f\n", w);
  pthread_mutex_unlock(&lock);
}
