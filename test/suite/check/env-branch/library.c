// No step loop: the time decides what is returned. Twin: what is printed.
// OBSERVE: none
#include <stdio.h>
#include <time.h>
float Rate(float rate, long start) {
  if (time(NULL) - start > 60) rate *= 0.1f;  // site: env-branch warning state
  // twin: if (time(NULL) - start > 60) printf("%f\n", rate);  // site: quiet
  return rate;
}
#ifdef RUN
int main(void) {
  printf("%f\n", Rate(1, 0));
}
#endif
