// A sum of measured times scales what is trained. Twin: it is printed.
// OBSERVE: runs
#include <stdio.h>
#include <time.h>
int main(void) {
  float w = 1, spent = 0;
  clock_t start = clock();  // site: env-seed error state | twin: quiet
  for (int step = 0; step < 8; step++) {
    w = 0.9f * w + 0.1f * (float)step;
    clock_t now = clock();  // site: env-seed error state | twin: quiet
    spent += (float)(now - start) / CLOCKS_PER_SEC;
    start = now;
    w += spent;
    // twin: printf("%d %f %f\n", step, w, spent);
  }
  printf("%a\n", w);
}
