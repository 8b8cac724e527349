// No step loop: an unknown function gets what the caller gave. Twin: a copy that goes no further.
// LINK: Inputs/mix.c
#include <stdio.h>
float Mix(float *w, int n);
void Update(float *w, int n) {
  float copy[4] = {0};
  for (int i = 0; i < n && i < 4; i++) copy[i] = w[i];
  Mix(w, n);  // site: opaque-call warning state
  // twin: printf("%f\n", Mix(copy, 4));  // site: opaque-call note log
  printf("%f\n", copy[0]);
}
#ifdef RUN
int main(void) {
  float w[4] = {1, 2, 3, 4};
  Update(w, 4);
  printf("%f\n", w[0]);
}
#endif
