// Weights are loaded, then set to their first values by a helper. Twin: the other way round.
#include <stdio.h>
static void First(float *w, int n) {
  for (int i = 0; i < n; i++) w[i] = (float)i;  // site: restore-order error state @1 | twin: quiet
}
static void Save(const float *w, int step) {
  FILE *file = fopen("model.bin", "wb");
  if (!file) return;
  fwrite(w, sizeof *w, 4, file);
  fwrite(&step, sizeof step, 1, file);
  fclose(file);
}
static void Load(const char *name, float *w, int *step) {
  FILE *file = fopen(name, "rb");
  if (!file) return;
  if (fread(w, sizeof *w, 4, file) != 4 || fread(step, sizeof *step, 1, file) != 1) *step = 0;
  fclose(file);
}
int main(int argc, char **argv) {
  float w[4];
  int step = 0;
  if (argc > 1) Load(argv[1], w, &step);
  // twin: First(w, 4);
  First(w, 4);  // site: restore-order error state @1
  // twin: if (argc > 1) Load(argv[1], w, &step);  // site: quiet
  for (; step < 8; step++) {
    for (int i = 0; i < 4; i++) w[i] -= 0.1f * (w[i] - w[3 - i] + 0.5f);
    Save(w, step + 1);
  }
  printf("%f\n", w[0]);
}
