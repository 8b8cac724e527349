// A strict standard hides locks and barriers of <pthread.h> that the program does not use, and their types.
// RUN: rm -rf %t && mkdir %t && cp %s %t/strict.c && cd %t
// RUN: %detrain cc -- gcc -std=c99 -O1 strict.c -o strict -lpthread
// RUN: %detrain verify --kill-at all -- ./strict | FileCheck %s
// CHECK: PASSED
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static double sum;

static void* add(void* from) {
  pthread_mutex_lock(&lock);
  sum += *(double*)from;
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  double w = 1;
  for (int step = 0; step < 5; ++step) {
    pthread_t thread;
    pthread_create(&thread, NULL, add, &w);
    pthread_join(thread, NULL);
    w = 0.5 * w + 0.1 * sum;
    printf("%f\n", w);
  }
}
