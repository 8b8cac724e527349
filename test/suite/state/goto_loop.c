// A loop made of a label and a goto, with momentum. Twin: without.
// STATE: carried w v | counter step
// TWIN: carried w | counter step | dead v
#include <stdio.h>
int main(void) {
  float w[2] = {1, 2}, v[2] = {0, 0};
  int step = 0;
again:
  for (int i = 0; i < 2; i++) v[i] = 0.9f * v[i] + 0.1f * w[1 - i];
  // twin: for (int i = 0; i < 2; i++) v[i] = 0.1f * w[1 - i];
  for (int i = 0; i < 2; i++) w[i] -= v[i];
  if (++step < 8) goto again;
  printf("%f %f\n", w[0], w[1]);
}
