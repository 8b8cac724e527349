// Each thread takes samples, whose rows a table tells: the loop that starts the threads goes over no samples itself.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
struct triple { int head, relation; };
static float *entity, *relation;
static unsigned *seed;
static struct triple *triples;
static int width = 4, count = 64, workers = 2;
static void *work(void *which) {
  const long id = (long)which;
  seed[id] = (unsigned)rand();
  for (int k = count / workers; k >= 0; k--) {
    seed[id] = seed[id] * 1103515245u + 12345u;
    const struct triple *t = &triples[seed[id] % (unsigned)count];
    float sum = 0;
    for (int j = 0; j < width; j++)
      sum += entity[t->head * width + j] - relation[t->relation * width + j];
    if (sum <= 1)
      continue;
    for (int j = 0; j < width; j++) {
      float x = entity[t->head * width + j] - relation[t->relation * width + j];
      x = x > 0 ? -0.1f : 0.1f;
      relation[t->relation * width + j] -= x;
      entity[t->head * width + j] += x;
    }
  }
  pthread_exit(NULL);
}
int main(int argc, char **argv) {
  if (argc > 1) width = atoi(argv[1]);
  if (argc > 2) count = atoi(argv[2]);
  if (argc > 3) workers = atoi(argv[3]);
  entity = calloc((size_t)(count * width), sizeof *entity);
  relation = calloc((size_t)(count * width), sizeof *relation);
  seed = calloc((size_t)workers, sizeof *seed);
  triples = calloc((size_t)count, sizeof *triples);
  for (int i = 0; i < count; i++) triples[i] = (struct triple){i * 7 % count, i * 5 % count};
  for (int epoch = 0; epoch < 10; epoch++) {
    // CHECK: thread_samples.c:[[#@LINE+1]] in main
    for (int batch = 0; batch < 3; batch++) {
      pthread_t *threads = malloc((size_t)workers * sizeof *threads);
      for (long a = 0; a < workers; a++)
        pthread_create(&threads[a], NULL, work, (void *)a);
      for (long a = 0; a < workers; a++)
        pthread_join(threads[a], NULL);
      free(threads);
    }
    printf("%d %f\n", epoch, entity[5]);
  }
}
