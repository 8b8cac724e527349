// The steps are taken by a thread, whose variables are state. Twin: it begins each step from its seed.
// STATE: carried ::w | carried state | counter step | invariant ::rate
// TWIN: carried ::w | counter step | dead state | invariant ::rate
#include <pthread.h>
#include <stdio.h>

double w = 3, rate = 0.125;

static void* train(void* argument) {
  unsigned state = *(unsigned*)argument;
  for (int step = 0; step < 6; ++step) {
    state = state * 1664525U + 1013904223U;
    // twin:    state = *(unsigned*)argument;
    w -= rate * (w - (double)(state >> 8) / 16777216);
  }
  pthread_exit(NULL);
}

int main(void) {
  pthread_t thread;
  unsigned seed = 11;
  pthread_create(&thread, NULL, train, &seed);
  pthread_join(thread, NULL);
  printf("%.17g\n", w);
  return 0;
}
