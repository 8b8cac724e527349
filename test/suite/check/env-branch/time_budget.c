// Training ends when its time is up. Twin: after so many steps.
// OBSERVE: runs
#include <stdio.h>
#include <time.h>
int main(void) {
  float w = 1;
  clock_t start = clock();
  for (int step = 0; step < 100000000; step++) {
    w = 0.999999f * w + 1e-7f * (float)(step % 1000);
    if (clock() - start > CLOCKS_PER_SEC / 50) break;  // site: env-branch error state
    // twin: if (step > 20000) break;  // site: quiet
  }
  (void)start;
  printf("%.9g\n", w);
}
