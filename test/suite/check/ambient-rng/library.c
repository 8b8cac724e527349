// No step loop here: what leaves the file may be state. Twins: what leaves is fixed, the draw is printed, or it stays.
#include <stdio.h>
#include <stdlib.h>
float scale;
float DrawResult(void) {
  return (float)rand();  // site: ambient-rng warning state
  // twin: return (float)printf("%d\n", rand());  // site: ambient-rng note log
}
void DrawParameter(float *w, int n) {
  for (int i = 0; i < n; i++)
    w[i] = (float)drand48();  // site: ambient-rng warning state
    // twin: printf("%d: %f\n", i, drand48()), w[i] = 0;  // site: ambient-rng note log
}
void DrawGlobal(void) {
  unsigned short own[3] = {1, 2, 3};
  scale = (float)lrand48() + own[0];  // site: ambient-rng warning state
  // twin: scale = (float)nrand48(own);  // site: quiet
}
#ifdef RUN
int main(void) {
  float w[3];
  DrawParameter(w, 3);
  DrawGlobal();
  printf("%f %f %f\n", DrawResult(), w[2], scale);
}
#endif
