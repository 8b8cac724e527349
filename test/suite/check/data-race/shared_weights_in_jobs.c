// Each thread's job names the same weights. Twin: weights of its own.
// FLAGS: -pthread
// OBSERVE: none
#include <pthread.h>
#include <stdio.h>
struct Job {
  float *w;
  const float *x;
  int begin, end;
};
static void *Descend(void *given) {
  struct Job *job = given;
  for (int i = job->begin; i < job->end; i++)
    for (int d = 0; d < 8; d++) job->w[d] -= 0.01f * (job->w[d] - job->x[i]);  // site: data-race error state | twin: quiet
  return NULL;
}
int main(void) {
  static float w[4][8], x[100];
  for (int i = 0; i < 100; i++) x[i] = (float)i;
  for (int step = 0; step < 4; step++) {
    pthread_t thread[4];
    struct Job job[4];
    for (int k = 0; k < 4; k++) {
      job[k] = (struct Job){w[0], x, k * 25, k * 25 + 25};
      // twin: job[k] = (struct Job){w[k], x, k * 25, k * 25 + 25};
      pthread_create(&thread[k], NULL, Descend, &job[k]);
    }
    for (int k = 0; k < 4; k++) pthread_join(thread[k], NULL);
  }
  printf("%f\n", (double)w[0][0]);
}
