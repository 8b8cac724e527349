// A sum of doubles over two loops, in a helper that returns it. Twin: the largest.
// FLAGS: -fopenmp
// OBSERVE: threads
#include <math.h>
#include <stdio.h>
struct Matrix {
  int rows, columns;
  const double *data;
};
static double Norm(const struct Matrix *m) {
  double norm = 0;
#pragma omp parallel for collapse(2) reduction(+ : norm)  // site: order-reduction error state
  // twin: #pragma omp parallel for collapse(2) reduction(max : norm)  // site: quiet
  for (int r = 0; r < m->rows; r++)
    for (int c = 0; c < m->columns; c++) norm += fabs(m->data[r * m->columns + c]);
    // twin: for (int c = 0; c < m->columns; c++) norm = fmax(norm, fabs(m->data[r * m->columns + c]));
  return norm;
}
int main(void) {
  static double data[64 * 64];
  for (int i = 0; i < 64 * 64; i++) data[i] = 1.0 / (i + 1);
  struct Matrix m = {64, 64, data};
  for (int step = 0; step < 4; step++) {
    double norm = Norm(&m);
    for (int i = 0; i < 64 * 64; i++) data[i] = 1 / norm - 0.5 * data[i];
  }
  printf("%.17g\n", data[9]);
}
