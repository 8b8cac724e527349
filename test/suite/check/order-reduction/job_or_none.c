// A function gives the number of the next job, or -1; each worker adds up what its jobs give. Twin: each job has a place
// of its own, and these are added in their order.
// FLAGS: -pthread
// OBSERVE: runs
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#define JOBS 256
#define WORKERS 4
typedef struct {
  double of_worker[WORKERS], of_job[JOBS], w;
  atomic_int next;
} Pool;
typedef struct {
  Pool *pool;
  int id;
} Worker;
static int NextJob(Pool *pool) {
  int job = atomic_fetch_add(&pool->next, 1);
  return job < JOBS ? job : -1;
}
static double LossOf(const Pool *pool, int job) {
  double sum = 0;
  for (int i = 0; i < 20000; i++) sum += ((job * 31 + i * 7) % 113 / 113.0 - pool->w) / 1e5;
  return sum;
}
static void *Work(void *given) {
  Worker *me = given;
  int job;
  while ((job = NextJob(me->pool)) >= 0)
    me->pool->of_worker[me->id] += LossOf(me->pool, job);  // site: order-reduction error state | twin: quiet
    // twin: me->pool->of_job[job] = LossOf(me->pool, job);  // site: quiet
  return NULL;
}
int main(void) {
  static Pool pool;
  for (int step = 0; step < 40; step++) {
    pthread_t threads[WORKERS];
    Worker workers[WORKERS];
    atomic_store(&pool.next, 0);
    for (int t = 0; t < WORKERS; t++) {
      pool.of_worker[t] = 0;
      workers[t] = (Worker){&pool, t};
      pthread_create(&threads[t], NULL, Work, &workers[t]);
    }
    for (int t = 0; t < WORKERS; t++) pthread_join(threads[t], NULL);
    double sum = 0;
    for (int t = 0; t < WORKERS; t++) sum += pool.of_worker[t];
    // twin: for (int j = 0; j < JOBS; j++) sum += pool.of_job[j];
    pool.w += sum;
  }
  printf("%.17g\n", pool.w);
}
