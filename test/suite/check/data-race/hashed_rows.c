// Threads train rows that a table names, which loops have cleared and filled. Twin: each trains one of its own.
// FLAGS: -pthread
// OBSERVE: none
#include <pthread.h>
#include <stdio.h>
static int table[16];
static float w[16];
static void Clear(void) {
  for (int i = 0; i < 16; i++) table[i] = -1;
}
static void Fill(void) {
  for (int i = 0; i < 16; i++) table[i] = 0;
  for (int i = 0; i < 8; i++) table[(i * 5) % 16] = i;
}
static int RowOf(int word) {
  unsigned hash = (unsigned)word * 7 % 16;
  while (table[hash] == -1) hash = (hash + 1) % 16;
  return table[hash];
}
static void *Train(void *id) {
  for (int i = 0; i < 1000; i++) {
    long row = RowOf(i + (int)(long)id);
    // twin: long row = (long)id;
    w[row] += 0.01f * ((float)i - w[row]);  // site: data-race error state | twin: quiet
  }
  return NULL;
}
int main(void) {
  Clear();
  Fill();
  for (int step = 0; step < 4; step++) {
    pthread_t threads[2];
    for (long a = 0; a < 2; a++) pthread_create(&threads[a], NULL, Train, (void *)a);
    for (long a = 0; a < 2; a++) pthread_join(threads[a], NULL);
  }
  printf("%g %g\n", w[0], w[1]);
}
