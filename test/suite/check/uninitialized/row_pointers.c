// A dot product goes to the padded end of rows that a function points to. Twin: the rows are cleared when they are made.
// OBSERVE: memory
// KIND: memory
#include <stdio.h>
#include <stdlib.h>
struct Matrix {
  int rows, columns, stride;
  float *at;
};
static struct Matrix Make(int rows, int columns) {
  struct Matrix m;
  m.rows = rows;
  m.columns = columns;
  m.stride = (columns + 7) & ~7;
  m.at = malloc((size_t)(m.rows * m.stride) * sizeof(float));
  // twin: m.at = calloc((size_t)(m.rows * m.stride), sizeof(float));
  if (!m.at) exit(1);
  return m;
}
static float *Row(const struct Matrix *m, int row) {
  return m->at + row * m->stride;
}
static float Dot(const float *a, const float *b, int n) {
  float sum = 0;
  for (int i = 0; i < n; i++) sum += a[i] * b[i];  // site: uninitialized error state | twin: quiet
  return sum;
}
int main(void) {
  struct Matrix w = Make(3, 13);
  float x[16] = {0};
  for (int r = 0; r < w.rows; r++)
    for (int c = 0; c < w.columns; c++) Row(&w, r)[c] = 0.01f * (float)(c - r);
  for (int step = 0; step < 40; step++) {
    for (int c = 0; c < 16; c++) x[c] = (float)((step * 7 + c * 3) % 23) / 23;
    for (int o = 0; o < w.rows; o++) {
      const float e = Dot(Row(&w, o), x, w.stride) - (float)(step % 3 == o);
      for (int c = 0; c < w.columns; c++) Row(&w, o)[c] -= 0.05f * e * x[c];
    }
  }
  for (int o = 0; o < w.rows; o++) printf("%.9g\n", Row(&w, o)[0]);
  free(w.at);
}
