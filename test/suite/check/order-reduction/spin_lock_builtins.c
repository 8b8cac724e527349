// Two locks by hand, one by compare and swap and one by an exchange that is tried again and again. Twin: each block of
// rows has a sum of its own.
// FLAGS: -pthread -std=gnu11
// OBSERVE: runs
// KIND: order
#include <pthread.h>
#include <stdio.h>
enum { kRows = 4000, kBlock = 100, kBlocks = kRows / kBlock };
static int of_count, of_sum;
static int next_block;
static double x[kRows], w, sum, part[kBlocks];
static void Lock(void) {
  int free = 0;
  while (!__atomic_compare_exchange_n(&of_count, &free, 1, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) free = 0;
}
static void Unlock(void) {
  __atomic_store_n(&of_count, 0, __ATOMIC_RELEASE);
}
static void LockSum(void) {
  for (;;) {
    if (!__atomic_exchange_n(&of_sum, 1, __ATOMIC_ACQUIRE)) break;
    while (__atomic_load_n(&of_sum, __ATOMIC_RELAXED)) continue;
  }
}
static void UnlockSum(void) {
  __atomic_store_n(&of_sum, 0, __ATOMIC_RELEASE);
}
static void *Work(void *unused) {
  for (;;) {
    Lock();
    int block = next_block++;
    Unlock();
    if (block >= kBlocks) return unused;
    double s = 0;
    for (int i = block * kBlock; i < (block + 1) * kBlock; i++) s += (w - x[i]) / kRows;
    LockSum();
    sum += s;  // site: order-reduction error state
    // twin: part[block] = s;  // site: quiet
    UnlockSum();
  }
}
int main(void) {
  for (int i = 0; i < kRows; i++) x[i] = (double)(i * 13 % 71) / 71;
  for (int step = 0; step < 40; step++) {
    pthread_t thread[3];
    sum = 0;
    next_block = 0;
    for (int k = 0; k < 3; k++) pthread_create(&thread[k], NULL, Work, NULL);
    for (int k = 0; k < 3; k++) pthread_join(thread[k], NULL);
    for (int b = 0; b < kBlocks; b++) sum += part[b];
    w -= 0.5 * sum;
  }
  printf("%.17g\n", w);
}
