// Threads write parts that reach into the next one: by their number, by a member, by bounds that are handed over. Twin:
// parts of their own.
// FLAGS: -pthread
// OBSERVE: none
#include <pthread.h>
#include <stdio.h>
#define N 1000
#define T 4
static float w[N], v[N], u[N];
struct job { int number, begin, end; };
static void *by_number(void *arg) {
  const long k = (long)arg;
  for (long i = k * N / T; i < (k + 2) * N / T && i < N; i++)
    // twin: for (long i = k * N / T; i < (k + 1) * N / T; i++)
    w[i] = 0.5f * w[i] + 1;  // site: data-race error state | twin: quiet
  return 0;
}
static void *by_member(void *arg) {
  const struct job *job = arg;
  for (int i = job->number * N / T; i < (job->number + 1) * N / 2 && i < N; i++)
    // twin: for (int i = job->number * N / T; i < (job->number + 1) * N / T; i++)
    v[i] = 0.5f * v[i] + 1;  // site: data-race error state | twin: quiet
  return 0;
}
static void *by_bounds(void *arg) {
  const struct job *job = arg;
  for (int i = job->begin; i < job->end; i++)
    u[i] = 0.5f * u[i] + 1;  // site: data-race error state | twin: quiet
  return 0;
}
int main(void) {
  for (int step = 0; step < 4; step++) {
    pthread_t a[T], b[T], c[T];
    struct job jobs[T];
    for (int k = 0; k < T; k++) {
      jobs[k].number = k;
      jobs[k].begin = k * N / T;
      jobs[k].end = N - k * N / T;
      // twin: jobs[k].end = (k + 1) * N / T;
      pthread_create(&a[k], 0, by_number, (void *)(long)k);
      pthread_create(&b[k], 0, by_member, &jobs[k]);
      pthread_create(&c[k], 0, by_bounds, &jobs[k]);
    }
    for (int k = 0; k < T; k++) {
      pthread_join(a[k], 0);
      pthread_join(b[k], 0);
      pthread_join(c[k], 0);
    }
  }
  printf("%f %f %f\n", w[5], v[5], u[5]);
  return 0;
}
