// No step loop: elements of a parameter are added to from all threads. Twin: each element has its iteration.
// FLAGS: -fopenmp
// OBSERVE: threads
#include <stdio.h>
void ColumnSums(const float *x, int rows, int columns, float *sum) {
#pragma omp parallel for
  for (int r = 0; r < rows; r++)
    for (int c = 0; c < columns; c++) sum[c] += x[r * columns + c];  // site: data-race warning state
    // twin: for (int c = 0; c < columns; c++) sum[r] += x[r * columns + c];  // site: quiet
}
#ifdef RUN
int main(void) {
  static float x[4096 * 4], sum[4096];
  for (int i = 0; i < 4096 * 4; i++) x[i] = 1.0f / (float)(i + 1);
  ColumnSums(x, 4096, 4, sum);
  for (int c = 0; c < 4; c++) printf("%.9g\n", sum[c]);
}
#endif
