// Loaders put what they have read in front of a list, and the epoch goes through the list: in the order of arrival, as
// reported in lorenzoh/DataLoaders.jl#32. Twin: each has its place in an array.
// FLAGS: -pthread
// OBSERVE: runs
// KIND: order
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
enum { kLoaders = 3, kRows = 60 };
struct row {
  struct row *next;
  float x;
};
static struct row *list, *place[kRows];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *load(void *argument) {
  const int me = *(const int *)argument;
  for (int i = me; i < kRows; i += kLoaders) {
    struct row *row = malloc(sizeof *row);
    if (!row) exit(1);
    row->x = 0;
    for (int k = 0; k < 200 * (1 + i % 4); k++) row->x += (float)(i % 17) / 17 / (float)(k + 1);
    pthread_mutex_lock(&lock);
    row->next = list;
    // twin: row->next = NULL;
    list = row;  // site: order-reduction error state
    // twin: place[i] = row;  // site: quiet
    pthread_mutex_unlock(&lock);
  }
  return NULL;
}
int main(void) {
  static int numbers[kLoaders] = {0, 1, 2};
  float w = 0;
  for (int epoch = 0; epoch < 8; epoch++) {
    pthread_t threads[kLoaders];
    list = NULL;
    for (int k = 0; k < kLoaders; k++) pthread_create(&threads[k], NULL, load, &numbers[k]);
    for (int k = 0; k < kLoaders; k++) pthread_join(threads[k], NULL);
    for (int i = kRows - 1; i >= 0; i--)
      if (place[i]) place[i]->next = list, list = place[i];
    for (struct row *row = list; row;) {
      struct row *next = row->next;
      w += 0.05f * (row->x - w);
      free(row);
      row = next;
    }
  }
  printf("%.9g\n", w);
}
