// A clock that is only printed is a log. Twin: a processor's own counter, which nobody
// records, sets the rate, so no replay is the same.
// STATE: carried w | counter step | log spent
// TWIN: not-replayable
#include <stdio.h>
#include <time.h>
int main(void) {
  float w[6] = {1, 2, 3, 4, 5, 6};
  double spent = 0;
  for (int step = 0; step < 8; step++) {
    clock_t start = clock();
    for (int i = 0; i < 6; i++) w[i] -= 0.1f * (w[5 - i] - (float)step);
    spent += (double)(clock() - start);
    printf("%d %f\n", step, spent);
    // twin: spent += (double)__builtin_ia32_rdtsc(); w[0] *= spent > 0.5 ? 0.9f : 1;
  }
  printf("%f\n", w[0]);
}
