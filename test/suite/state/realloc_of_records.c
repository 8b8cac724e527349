// A table of records that grows by realloc: the buffers that they lead to are still there. Twin: nothing reads them
// one of them.
// STATE: carried total slots[].data slots[].best | counter step count
// TWIN: carried total slots[].data | counter step count | dead slots[].best
#include <stdio.h>
#include <stdlib.h>
struct slot {
  float *data, *best;
};
int main(void) {
  struct slot *slots = NULL;
  size_t count = 0;
  float total = 0;
  for (int step = 0; step < 8; ++step) {
    slots = realloc(slots, sizeof *slots * (count + 1));
    slots[count].data = malloc(2 * sizeof(float));
    slots[count].best = malloc(2 * sizeof(float));
    for (int i = 0; i < 2; ++i) {
      slots[count].data[i] = (float)(step * i) + total;
      slots[count].best[i] = 0.5f * (float)step;
    }
    ++count;
    total += slots[count / 2].best[1] * 0.25f + slots[count / 2].data[1];
    // twin: total += slots[count / 2].data[1];
  }
  printf("%g\n", (double)total);
  return 0;
}
