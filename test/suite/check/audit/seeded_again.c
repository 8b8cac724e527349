// The generator is restored, then seeded again. Twin: seeded, then restored.
#include <stdio.h>
static float w = 1;
static unsigned rng;
static int step;
static void Save(FILE *file) {
  fwrite(&w, sizeof w, 1, file);
  fwrite(&rng, sizeof rng, 1, file);
  fwrite(&step, sizeof step, 1, file);
}
static int Load(FILE *file) {
  return fread(&w, sizeof w, 1, file) == 1 && fread(&rng, sizeof rng, 1, file) == 1 &&
         fread(&step, sizeof step, 1, file) == 1;
}
int main(int argc, char **argv) {
  FILE *file = argc > 1 ? fopen(argv[1], "rb") : NULL;
  rng = 0;
  // twin: rng = 42;
  if (file && !Load(file)) return 1;
  rng = 42;  // site: restore-order error state
  // twin: if (file) fclose(file);  // site: quiet
  for (; step < 8; step++) {
    rng = rng * 1664525u + 1013904223u;
    w = 0.5f * w + (float)(rng >> 24);
  }
  file = fopen("model.bin", "wb");
  if (!file) return 1;
  Save(file);
  fclose(file);
  printf("%f\n", w);
}
