// The first step of a resumed run takes another rate. Twin: it only does not save at once what it has just read, so that
// the flag is meant to differ.
#include <stdio.h>
static void Save(const char *name, const float *w, int step) {  // site: quiet
  FILE *file = fopen(name, "wb");
  if (!file) return;
  fwrite(w, sizeof *w, 4, file);
  fwrite(&step, sizeof step, 1, file);
  fclose(file);
}
static void Load(const char *name, float *w, int *step) {  // site: quiet
  FILE *file = fopen(name, "rb");
  if (!file) return;
  if (fread(w, sizeof *w, 4, file) != 4) *w = 0;
  if (fread(step, sizeof *step, 1, file) != 1) *step = 0;
  fclose(file);
}
int main(int argc, char **argv) {
  float w[4] = {1, 2, 3, 4};
  int step = 0;  // site: quiet
  int resuming = 0;  // site: missing-state error state | twin: quiet
  if (argc > 1) resuming = 1;
  if (resuming == 1) Load(argv[1], w, &step);
  for (; step < 8; step++) {
    if (resuming == 0) Save("model.bin", w, step);
    float rate = resuming == 1 ? 0.01f : 0.1f;
    // twin: float rate = 0.1f;
    resuming = 0;
    for (int i = 0; i < 4; i++) w[i] -= rate * (w[i] - w[3 - i] + 0.5f);
  }
  printf("%f\n", w[0]);
}
