// Threads take rows from a count under a lock, and compare and swap adds to the gradient, through a union and a volatile
// pointer. Twin: a part of the gradient for each piece of the rows, whoever takes it.
// FLAGS: -pthread
// OBSERVE: runs
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
enum { kRows = 4000, kSize = 6, kThreads = 3, kPiece = 50, kPieces = kRows / kPiece };
static double w[kSize], g[kSize], part[kPieces][kSize], x[kRows][kSize], y[kRows];
static int next;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void Add(volatile double *at, double v) {
  union {
    double d;
    uint64_t u;
  } old, sum;
  do {
    old.d = *at;
    sum.d = old.d + v;
  } while (!__sync_bool_compare_and_swap((volatile uint64_t *)at, old.u, sum.u));  // site: float-atomic error state | twin: quiet
}
static int Take(void) {
  pthread_mutex_lock(&lock);
  int piece = next++;  // site: quiet
  pthread_mutex_unlock(&lock);
  return piece;
}
static void *Work(void *argument) {
  (void)argument;
  for (int c = Take(); c < kPieces; c = Take()) {
    memset(part[c], 0, sizeof part[c]);  // site: quiet
    for (int i = c * kPiece; i < (c + 1) * kPiece; i++) {
      double e = -y[i];
      for (int j = 0; j < kSize; j++) e += w[j] * x[i][j];
      for (int j = 0; j < kSize; j++) Add(&g[j], e * x[i][j] / kRows);
      // twin: for (int j = 0; j < kSize; j++) part[c][j] += e * x[i][j] / kRows;  // site: quiet
    }
  }
  return NULL;
}
int main(void) {
  Add(&g[0], 0);
  for (int i = 0; i < kRows; i++) {
    for (int j = 0; j < kSize; j++) x[i][j] = (double)((i * 37 + j * 11) % 101) / 101;
    y[i] = x[i][1] - 0.3 * x[i][4];
  }
  for (int step = 0; step < 40; step++) {
    pthread_t t[kThreads];
    memset(g, 0, sizeof g);
    next = 0;
    for (int k = 0; k < kThreads; k++) pthread_create(&t[k], NULL, Work, NULL);
    for (int k = 0; k < kThreads; k++) pthread_join(t[k], NULL);
    for (int c = 0; c < kPieces; c++)
      for (int j = 0; j < kSize; j++) g[j] += part[c][j];
    for (int j = 0; j < kSize; j++) w[j] -= 0.5 * g[j];
  }
  for (int j = 0; j < kSize; j++) printf("%.17g\n", w[j]);
}
