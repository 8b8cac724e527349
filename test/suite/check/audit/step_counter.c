// The step number decides the rate, and starts from zero again. Twin: it is saved too.
#include <stdio.h>
static void Save(const char *name, const float *w, int step) {  // site: missing-state error state @1 | twin: quiet
  FILE *file = fopen(name, "wb");
  if (!file) return;
  fwrite(w, sizeof *w, 4, file);
  if (step < 0) puts("negative");
  // twin: fwrite(&step, sizeof step, 1, file);
  fclose(file);
}
static void Load(const char *name, float *w, int *step) {  // site: missing-state error state @1 | twin: quiet
  FILE *file = fopen(name, "rb");
  if (!file) return;
  if (fread(w, sizeof *w, 4, file) != 4) *w = 0;
  if (*w == 0) *step = 0;
  // twin: if (fread(step, sizeof *step, 1, file) != 1) *step = 0;
  fclose(file);
}
int main(int argc, char **argv) {
  float w[4] = {1, 2, 3, 4};
  int step = 0;  // site: missing-state error state @1 | twin: quiet
  if (argc > 1) Load(argv[1], w, &step);  // site: missing-state error state @1 | twin: quiet
  for (; step < 8; step++) {
    float rate = 0.1f / (float)(step + 1);
    for (int i = 0; i < 4; i++) w[i] -= rate * (w[i] - w[3 - i] + 0.5f);
    Save("model.bin", w, step + 1);  // site: missing-state error state @1 | twin: quiet
  }
  printf("%f\n", w[0]);
}
