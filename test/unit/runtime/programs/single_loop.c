// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A trainer as the rewriter leaves it: one loop in main. What the rewriter inserted is marked with "<-".
// clang-format off: generated code keeps the user's lines
#include "single_loop.detrain.h" // <-
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

typedef struct {
  float *w;            // weights
  float *m;            // momentum, made in the first update
  float *grad;         // written anew in every step
  float *second_half;  // into w
  int n;
  double loss;
} Model;

static float Noise(void) {
  detrain_come_to[0] = 1; static int calls = 0; detrain_register("Noise::calls", &calls, sizeof calls); // <-
  calls++;
  return (float)(rand() % 1000) / 1000.0f + (float)calls * 1e-3f;
}

static float NextSample(FILE *data) {
  int value = 0;
  if (fscanf(data, "%d", &value) != 1) {
    rewind(data);
    if (fscanf(data, "%d", &value) != 1) exit(7);
  }
  return (float)value;
}

static void Update(Model *model, float x) {
  if (model->m == NULL) {
    printf("momentum is made now\n");
    model->m = calloc((size_t)model->n, sizeof(float));
    model->second_half = model->w + model->n / 2;
  }
  for (int i = 0; i < model->n; i++) model->grad[i] = 0.01f * (model->w[i] - x) + 0.001f * Noise();
  for (int i = 0; i < model->n; i++) {
    model->m[i] = 0.9f * model->m[i] + model->grad[i];
    model->w[i] -= model->m[i];
  }
  model->second_half[0] += 1e-3f;
  model->loss = 0.9 * model->loss + 0.1 * (double)(model->w[0] - x) * (double)(model->w[0] - x);
}

int main(int argc, char **argv) {
  int steps = argc > 1 ? atoi(argv[1]) : 10;
  srand((unsigned)time(NULL));
  FILE *data = fopen("data.txt", "r");
  FILE *log = fopen("log.txt", "w");
  if (data == NULL || log == NULL) return 5;
  fprintf(log, "training starts\n");
  Model model = {0};
  model.n = 64;
  model.w = malloc(64 * sizeof(float));
  model.grad = malloc(64 * sizeof(float));
  for (int i = 0; i < model.n; i++) model.w[i] = Noise();
  printf("weights are ready\n");
  double took = 0;
  DETRAIN_BIND(0, model); DETRAIN_BIND(6, data); DETRAIN_BIND(7, log); DETRAIN_BIND(9, took); detrain_enter(&detrain_plan); // <-
  for (int step = 0; DETRAIN_BIND(8, step), detrain_step(&detrain_plan), step < steps; step++) {
    clock_t start = clock();
    Update(&model, NextSample(data));
    took += (double)(clock() - start);
    fprintf(log, "step %d loss %.17g\n", step, model.loss);
    FILE *csv = fopen("loss.csv", "a");
    fprintf(csv, "%d,%a\n", step, model.loss);
    fclose(csv);
    FILE *last = fopen("last.txt", "w");
    fprintf(last, "%d %a\n", step, (double)model.w[3]);
    fclose(last);
    if (step == 1) {
      FILE *half = fopen("half.txt", "w");
      fprintf(half, "half way\n");
      fclose(half);
    }
    if (step == 3) remove("half.txt");
    printf("step %d: loss %g, took %g\n", step, model.loss, detrain_log_f64(took));
  }
  FILE *out = fopen("out.bin", "wb");
  fwrite(model.w, sizeof(float), (size_t)model.n, out);
  fclose(out);
  fclose(data);
  fclose(log);
  free(model.w);
  free(model.m);
  free(model.grad);
  printf("done, loss %a\n", model.loss);
  return 0;
}
