// A reduction that the program declares, of a struct of floats. Twin: of integers.
// FLAGS: -fopenmp
// OBSERVE: threads
#include <stdio.h>
typedef struct { float sum, squares; } Moments;
// twin: typedef struct { int sum, squares; } Moments;
static Moments Merge(Moments a, Moments b) {
  a.sum += b.sum;
  a.squares += b.squares;
  return a;
}
#pragma omp declare reduction(merge : Moments : omp_out = Merge(omp_out, omp_in)) initializer(omp_priv = (Moments){0, 0})
int main(void) {
  float w = 1;
  for (int step = 0; step < 4; step++) {
    Moments all = {0, 0};
#pragma omp parallel for reduction(merge : all)  // site: order-reduction error state | twin: quiet
    for (int i = 0; i < 4096; i++) {
      float x = 100 * w / (float)(i + 1);
      Moments one = {x, x * x};
      // twin: Moments one = {(int)x, (int)(x * x)};
      all = Merge(all, one);
    }
    w = 0.5f * w + 1e-4f * (float)all.sum + 1e-5f * (float)all.squares;
  }
  printf("%.9g\n", w);
}
