// The clock is the condition of the step loop. Twin: the clock decides what is printed.
// OBSERVE: runs
#include <stdio.h>
#include <time.h>
static double Now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}
int main(void) {
  float w = 1;
  double end = Now() + 0.02;
  long step = 0;
  while (Now() < end) {  // site: env-branch error state
    // twin: while (step < 5000) {  // site: quiet
    w = 0.9999f * w + 1e-4f * (float)(step % 10);
    step++;
    if (Now() > end) puts("slow");  // site: quiet
  }
  printf("%.9g\n", w);
}
