// In every step two threads measure half of the errors each. Twin: each adds to what it measured last.
// STATE: carried ::w | counter step | dead ::error threads half
// TWIN: carried ::w ::error | counter step | dead threads half
#include <pthread.h>
#include <stdio.h>

double w[4], error[4];
const double truth[4] = {1, -2, 3, 0.5};

static void* measure(void* argument) {
  const int* half = argument;
  for (int i = *half; i < *half + 2; ++i)
    error[i] = truth[i] - w[i];
    // twin:    error[i] = 0.5 * error[i] + truth[i] - w[i];
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  int half[2];
  for (int step = 0; step < 6; ++step) {
    for (int t = 0; t < 2; ++t) {
      half[t] = 2 * t;
      pthread_create(&threads[t], NULL, measure, &half[t]);
    }
    for (int t = 0; t < 2; ++t)
      pthread_join(threads[t], NULL);
    for (int i = 0; i < 4; ++i)
      w[i] += 0.25 * error[i];
  }
  for (int i = 0; i < 4; ++i)
    printf("%.17g\n", w[i]);
  return 0;
}
