// A read that stays within what was written where sizes that nobody compares are as they should be: dead under a
// condition that the program tests, saved where it fails. test/lit/verify/conditions.test runs both.
// RUN: cd %S && %detrain plan conditions.c -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan conditions.c --format=json -- -DTWIN=0 | FileCheck %s --check-prefix=JSON
// RUN: cd %S && %detrain plan conditions.c -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
// RUN: cd %S && %detrain plan conditions.c -- -DTWIN=2 | FileCheck %s --check-prefix=TWIN2
// RUN: cd %S && %detrain plan conditions.c -- -DTWIN=3 | FileCheck %s --check-prefix=TWIN3
// RUN: cd %S && %detrain plan conditions.c -- -DTWIN=4 | FileCheck %s --check-prefix=TWIN4
//
// CHECK: {{^  }}block {{.*}} dead{{$}}
// CHECK: conditions that follow
// CHECK-DAG: where m.used <= m.stride
// CHECK-DAG: where 1 <= m.rows
//
// JSON: "path": "block"
// JSON: "persistence": "dead"
// JSON: "saved": false
// JSON: "conditions": [
// JSON: "m.used <= m.stride"
//
// Twin 1: half of each row is written; no size makes that enough.
// TWIN1: {{^  }}block {{.*}} carried{{$}}
//
// Twin 2: parts of a row, which fill it where their number divides its length.
// TWIN2: {{^  }}block {{.*}} dead{{$}}
// TWIN2: where m.stride <= m.used * (m.stride
//
// Twin 3: a step changes one of the sizes.
// TWIN3: {{^  }}block {{.*}} carried{{$}}
//
// Twin 4: the first row is skipped.
// TWIN4: {{^  }}block {{.*}} carried{{$}}
#include <stdio.h>
#include <stdlib.h>

struct model {
  int rows, used, stride;
  float *weights, *scores, *sums;
};

static void forward(struct model *m) {
  for (int r = TWIN == 4; r < m->rows; r++) {
#if TWIN == 1
    for (int i = 0; i < m->stride / 2; i++)
      m->scores[r * m->stride + i] = m->weights[i] * (float)(r + 1);
#elif TWIN == 2
    int part = m->stride / m->used;
    for (int p = 0; p < m->used; p++)
      for (int i = 0; i < part; i++)
        m->scores[r * m->stride + p * part + i] = m->weights[i] * (float)(r + 1);
#else
    for (int i = 0; i < m->stride; i++)
      m->scores[r * m->stride + i] = m->weights[i] * (float)(r + 1);
#endif
  }
  for (int r = 0; r < m->rows; r++) {
    float sum = 0;
    for (int i = 0; i < (TWIN == 1 || TWIN == 2 ? m->stride : m->used); i++)
      sum += m->scores[r * m->stride + i];
    m->sums[r] = sum;
  }
}

int main(int argc, char **argv) {
  struct model m;
  m.rows = argc > 1 ? atoi(argv[1]) : 4;
  m.used = argc > 2 ? atoi(argv[2]) : 4;
  m.stride = argc > 3 ? atoi(argv[3]) : 8;
  m.weights = malloc((size_t)m.stride * sizeof(float));
  size_t n = (size_t)(m.rows * m.stride);
  float *block = malloc((2 * n + (size_t)m.rows) * sizeof(float));
  for (size_t i = 0; i < 2 * n + (size_t)m.rows; i++)
    block[i] = (float)i;
  m.scores = block;
  m.sums = block + 2 * n;
  for (int i = 0; i < m.stride; i++)
    m.weights[i] = 0.5f + (float)i;
  for (int step = 0; step < 12; step++) {
    forward(&m);
    for (int i = 0; i < m.stride; i++)
      m.weights[i] -= 0.01f * m.sums[i % m.rows];
    block[n] = m.sums[0];  // behind the rows: what a longer row would read in the next step
#if TWIN == 3
    m.used = 1 + step % m.stride;
#endif
    printf("%d %.9g\n", step, (double)m.sums[m.rows - 1]);
  }
  return 0;
}
