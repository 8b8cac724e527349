// A gradient written four numbers at a time, all of it, is no state. Twin: the last four are kept from step to step.
// STATE: carried w | counter step | dead g
// TWIN: carried w g | counter step
#include <immintrin.h>
#include <stdio.h>
int main(void) {
  float w[16] = {1, 2, 3}, g[16] = {0};
  for (int step = 0; step < 10; step++) {
    const __m128 target = _mm_set1_ps((float)step);
    for (int i = 0; i < 16; i += 4)
    // twin: for (int i = 0; i < 12; i += 4)
      _mm_storeu_ps(g + i, _mm_sub_ps(_mm_loadu_ps(w + i), target));
    g[15] += 1;
    for (int i = 0; i < 16; i += 4)
      _mm_storeu_ps(w + i, _mm_sub_ps(_mm_loadu_ps(w + i), _mm_mul_ps(_mm_loadu_ps(g + i), _mm_set1_ps(0.1f))));
    printf("%f %f\n", w[0], w[15]);
  }
}
