// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A small trainer as the rewriter leaves it: the tests spoil its plan and see that verify finds out. With -DPLAIN it is the program that
// nobody rewrote.
#ifndef PLAIN
#include "trainer.detrain.h"
#endif
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#ifdef PLAIN
#define DETRAIN_BIND(index, variable) (void)0
#define detrain_enter(plan) (void)0
#define detrain_step(plan) (void)0
#define detrain_log_f64(value) (value)
#endif

enum { N = 16 };

typedef struct {
  float *w, *m, *grad;
  double most;
} Model;

static void Update(Model *model, float rate) {
  if (!model->m) model->m = calloc(N, sizeof(float));
  for (int i = 0; i < N; i++) model->grad[i] = 0.1f * model->w[i] + 0.01f * (float)(rand() % 100) / 100.0f;
  for (int i = 0; i < N; i++) {
    model->m[i] = 0.9f * model->m[i] + model->grad[i];
    model->w[i] -= rate * model->m[i];
  }
}

int main(int argc, char **argv) {
  int steps = argc > 1 ? atoi(argv[1]) : 6;
  float rate = 0.1f;
  srand((unsigned)time(NULL));
  Model model = {malloc(N * sizeof(float)), NULL, malloc(N * sizeof(float)), -1e9};
  for (int i = 0; i < N; i++) model.w[i] = (float)(rand() % 100);
  FILE *log = fopen("loss.csv", "a");
  if (!log) return 5;
  double took = 0;
  DETRAIN_BIND(0, model); DETRAIN_BIND(4, log); DETRAIN_BIND(5, rate); DETRAIN_BIND(7, took); detrain_enter(&detrain_plan);
  for (int step = 0; DETRAIN_BIND(6, step), detrain_step(&detrain_plan), step < steps; step++) {
    clock_t start = clock();
    Update(&model, rate);
    if (step == 3) rate *= 0.5f;
    if (model.w[0] > model.most) model.most = model.w[0];
    took += (double)(clock() - start);
    fprintf(log, "%d,%a\n", step, (double)model.w[0]);
    printf("step %d: w %.9g after %g\n", step, (double)model.w[0], detrain_log_f64(took));
  }
  printf("most %a\n", model.most);
  fclose(log);
  free(model.w);
  free(model.m);
  free(model.grad);
  return 0;
}
