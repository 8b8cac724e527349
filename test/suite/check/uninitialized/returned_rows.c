// A function makes a matrix with padded rows and returns it; its norm takes the padding, too, as reported in
// smarco/WFA2-lib#77. Twin: the function clears it.
// OBSERVE: memory
// KIND: memory
#include <stdio.h>
#include <stdlib.h>
struct matrix {
  int rows, columns, width;
  float *at;
};
static struct matrix Make(int rows, int columns) {
  struct matrix m = {rows, columns, (columns + 7) & ~7, NULL};
  m.at = malloc((size_t)m.rows * m.width * sizeof(float));
  // twin: m.at = calloc((size_t)m.rows * m.width, sizeof(float));
  return m;
}
static float Norm(const struct matrix *m) {
  float sum = 0;
  for (int i = 0; i < m->rows * m->width; i++) sum += m->at[i] * m->at[i];  // site: uninitialized error state | twin: quiet
  return sum;
}
int main(void) {
  float w = 1;
  for (int step = 0; step < 6; step++) {
    struct matrix g = Make(12, 5);
    for (int r = 0; r < g.rows; r++)
      for (int c = 0; c < g.columns; c++) g.at[r * g.width + c] = w * (float)(r - c);
    w -= 1e-5f * Norm(&g);
    free(g.at);
  }
  printf("%.9g\n", w);
}
