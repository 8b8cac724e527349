// A loop of a thread that waits for others is no step loop: asked for it, the plan says why in one line.
// RUN: not %detrain plan --step thread_step.c:15 %s 2>&1 | FileCheck %s
// CHECK: the loop at thread_step.c:{{[0-9]+}} is one of a thread that waits for others
// RUN: not %detrain plan --step thread_step.c:3 %s 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: no loop that the program runs stands at thread_step.c:3
#include <semaphore.h>
#include <pthread.h>
#include <stdio.h>
static sem_t full, empty;
static double batch[2], weight[2];
static int is_over;

static void* Train(void* unused) {
    (void)unused;
    for (;;) {
        sem_wait(&full);
        if (is_over) break;
        for (int i = 0; i < 2; i++) weight[i] += 0.1 * (batch[i] - weight[i]);
        sem_post(&empty);
    }
    return NULL;
}

int main(void) {
    pthread_t thread;
    sem_init(&full, 0, 0);
    sem_init(&empty, 0, 1);
    if (pthread_create(&thread, NULL, Train, NULL) != 0) return 1;
    for (int step = 0; step < 5; step++) {
        sem_wait(&empty);
        for (int i = 0; i < 2; i++) batch[i] = step * i;
        sem_post(&full);
    }
    sem_wait(&empty);
    is_over = 1;
    sem_post(&full);
    pthread_join(thread, NULL);
    printf("%a\n", weight[1]);
    return 0;
}
