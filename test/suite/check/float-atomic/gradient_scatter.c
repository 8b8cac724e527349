// Gradients of the rows of a table are added atomically, in a helper. Twin: a row belongs to one iteration.
// FLAGS: -fopenmp
// OBSERVE: threads
#include <stdio.h>
static float grad[16];
static void Add(int row, float x) {
#pragma omp atomic update  // site: float-atomic error state @1 | twin: quiet
  grad[row] += x;  // site: float-atomic error state @1 | twin: quiet
}
int main(void) {
  float w[16] = {0};
  for (int step = 0; step < 4; step++) {
    for (int r = 0; r < 16; r++) grad[r] = 0;
#pragma omp parallel for
    for (int i = 0; i < 8192; i++) Add(i % 16, 1.0f / (float)(i + 1 + step));
    // twin: for (int r = 0; r < 16; r++) for (int i = r; i < 8192; i += 16) Add(r, 1.0f / (float)(i + 1 + step));
    for (int r = 0; r < 16; r++) w[r] -= 0.1f * grad[r];
  }
  for (int r = 0; r < 16; r++) printf("%.9g\n", w[r]);
}
