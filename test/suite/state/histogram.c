// Counts over the whole run are state. Twin: over one step they are not.
// STATE: carried w bins | counter step
// TWIN: carried w | counter step | dead bins
#include <stdio.h>
#include <string.h>
int main(void) {
  float w = 1;
  int bins[4] = {0};
  for (int step = 0; step < 8; step++) {
    ;
    // twin: memset(bins, 0, sizeof bins);
    for (int i = 0; i < 6; i++) bins[(i * i + step) & 3]++;
    w += 0.01f * (float)bins[2] - 0.1f * w;
  }
  printf("%f\n", w);
}
