// rand() draws on from step to step, and nothing saves it. Twin: each step seeds it anew.
#include <stdio.h>
#include <stdlib.h>
static float w = 1;
static int step;
static void Save(FILE *file) {  // site: missing-state error state @1 | twin: quiet
  fwrite(&w, sizeof w, 1, file);
  fwrite(&step, sizeof step, 1, file);
}
static int Load(FILE *file) {  // site: missing-state error state @1 | twin: quiet
  return fread(&w, sizeof w, 1, file) == 1 && fread(&step, sizeof step, 1, file) == 1;
}
int main(int argc, char **argv) {
  FILE *file = argc > 1 ? fopen(argv[1], "rb") : NULL;
  srand(7);
  if (file && !Load(file)) return 1;  // site: missing-state error state @1 | twin: quiet
  for (; step < 8; step++) {
    w *= 0.9f;
    // twin: srand(step + 7);
    w -= 0.1f * (w - (float)(rand() % 100));  // site: missing-state error state @1 | twin: quiet
  }
  file = fopen("model.bin", "wb");
  if (!file) return 1;
  Save(file);  // site: missing-state error state @1 | twin: quiet
  fclose(file);
  printf("%f\n", w);
}
