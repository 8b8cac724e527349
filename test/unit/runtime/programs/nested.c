// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Epochs in main, batches in a function: the loop of the steps is left and entered again. What the rewriter inserted is
// marked with "<-".
// clang-format off: generated code keeps the user's lines
#include "nested.detrain.h" // <-
#include <stdio.h>
#include <stdlib.h>

typedef struct {
  float **rows;
  int count;
} Set;

static unsigned long order_state = 88172645463325252ul;
__attribute__((constructor)) static void detrain_register_nested(void) { // <-
  detrain_register("nested.c::order_state", &order_state, sizeof order_state);
}

static unsigned Next(void) {
  order_state ^= order_state << 13;
  order_state ^= order_state >> 7;
  order_state ^= order_state << 17;
  return (unsigned)(order_state >> 33);
}

static void Shuffle(Set *set) {
  for (int i = set->count - 1; i > 0; i--) {
    int j = (int)(Next() % (unsigned)(i + 1));
    float *t = set->rows[i];
    set->rows[i] = set->rows[j];
    set->rows[j] = t;
  }
  printf("shuffled, first is now %g\n", (double)set->rows[0][0]);
}

static void TrainEpoch(Set *set, float w[4], float rate, FILE *log) {
  if (detrain_resuming()) goto detrain_resume_2; // <-
  double *scratch = malloc(4 * sizeof(double));
  float sum = 0;
  for (int i = 0; i < 4; i++) scratch[i] = Next() % 10;
  fprintf(log, "epoch starts at rate %g\n", (double)rate);
detrain_resume_2:; // <-
  DETRAIN_BIND(9, scratch); DETRAIN_BIND(10, sum); DETRAIN_BIND(6, rate); detrain_enter(&detrain_plan); // <-
  for (int batch = 0; DETRAIN_BIND(7, batch), detrain_step(&detrain_plan), batch < set->count; batch++) {
    if (batch % 3 == 2) continue;
    float *row = set->rows[batch];
    for (int i = 0; i < 4; i++) w[i] += rate * (row[i] - w[i]) + (float)scratch[i] * 1e-3f;
    scratch[batch % 4] += 0.5;
    sum += w[0];
    fprintf(log, "batch %d: %.9g %.9g\n", batch, (double)w[0], (double)sum);
  }
  printf("epoch ends with %.9g\n", (double)sum);
  free(scratch);
}

int main(void) {
  Set set = {malloc(5 * sizeof(float *)), 5};
  for (int i = 0; i < 5; i++) {
    set.rows[i] = malloc(4 * sizeof(float));
    for (int k = 0; k < 4; k++) set.rows[i][k] = (float)(i * 4 + k);
  }
  float w[4] = {0};
  FILE *log = fopen("log.txt", "a");
  DETRAIN_BIND(0, set); DETRAIN_BIND(3, w); // <-
  for (int epoch = 0; DETRAIN_BIND(5, epoch), detrain_outer(&detrain_plan, 0), epoch < 3; epoch++) {
    float rate = 0; // <- was: const float rate = 0.5f / (float)(epoch + 1);
    if (detrain_resuming()) goto detrain_resume_1; // <-
    Shuffle(&set);
    rate = 0.5f / (float)(epoch + 1);
detrain_resume_1:; // <-
    DETRAIN_BIND(6, rate); // <-
    TrainEpoch(&set, w, rate, log);
  }
  fclose(log);
  FILE *out = fopen("out.txt", "w");
  for (int i = 0; i < 4; i++) fprintf(out, "%a\n", (double)w[i]);
  fclose(out);
  for (int i = 0; i < 5; i++) free(set.rows[i]);
  free(set.rows);
  return 0;
}
