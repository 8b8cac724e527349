// The load of the machine picks the batch. Twin: an environment variable does, which is the user's word.
// OBSERVE: none
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  double load[1] = {0};
  int batch = 4;
  if (getloadavg(load, 1) == 1 && load[0] < 2) batch = 8;  // site: env-branch error state
  // twin: if (getenv("LARGE_BATCH") && load[0] < 2) batch = 8;  // site: quiet
  float w = 1;
  for (int step = 0; step < 8; step++)
    for (int i = 0; i < batch; i++) w -= 0.01f * (w - (float)i);
  printf("%f\n", w);
}
