// Times in elements of small arrays, named by constants, from a helper, by a pointer, copied whole, at an index that
// varies. Twin: another element trains, or none.
// OBSERVE: none
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
struct Meter {
  int steps;
  float part[4];
};
static void Lap(float *place) {
  *place = (float)clock();  // site: env-seed error state | twin: quiet
}
static float Rate(const float *part) { return part[2]; }
// twin: static float Rate(const float *part) { return part[3]; }
int main(void) {
  float *heap = malloc(6 * sizeof(float));
  float stamps[3], saved[3], swept[4], last[2], *at = stamps + 1;
  struct Meter meter = {0, {0, 0, 0, 0}};
  float w = 1;
  if (!heap) return 1;
  for (int step = 0; step < 8; step++) {
    for (int i = 0; i < 6; i++) heap[i] = 1;
    heap[1] = (float)time(NULL);  // site: env-seed error state | twin: quiet
    heap[2] = w;
    Lap(&meter.part[2]);
    meter.part[3] = 0.5f * w;
    stamps[0] = stamps[2] = w;
    *at = (float)time(NULL);  // site: env-seed error state | twin: quiet
    memcpy(saved, stamps, sizeof saved);
    for (int i = 0; i < 4; i++) swept[i] = (float)clock();  // site: env-seed error state | twin: quiet
    swept[3] = w;
    last[0] = 1;
    last[1] = (float)clock();  // site: env-seed error state | twin: quiet
    float x = heap[1] + Rate(meter.part) + saved[step % 3] + swept[2] + last[step % 2];
    // twin: float x = heap[2] + Rate(meter.part) + stamps[2] + last[0];
    w -= 1e-12f * w * x;
    printf("%f %f %f %f %f\n", heap[1], meter.part[2], stamps[1], swept[1], last[1]);
  }
  printf("%a\n", w);
  free(heap);
}
