// The number of processors becomes the batch size, through a struct. Twin: it only says how large a buffer is.
// OBSERVE: none
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
struct Settings {
  int batch;
  long processors;
};
static struct Settings Detect(void) {
  struct Settings settings = {4, 1};
  settings.processors = sysconf(_SC_NPROCESSORS_ONLN);  // site: worker-dependent error state | twin: quiet
  settings.batch = (int)settings.processors * 2;
  // twin: settings.batch = 8;
  return settings;
}
int main(void) {
  struct Settings settings = Detect();
  float *scratch = malloc(((size_t)settings.processors * 2 + 8) * sizeof *scratch);
  if (!scratch) return 1;
  float w = 1;
  for (int step = 0; step < 8; step++) {
    for (int i = 0; i < settings.batch; i++) scratch[i] = w * (float)i;
    for (int i = 0; i < settings.batch; i++) w -= 0.01f * scratch[i];
  }
  printf("%f\n", w);
  free(scratch);
}
