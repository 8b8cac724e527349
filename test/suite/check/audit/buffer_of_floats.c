// Doubles go through a buffer of floats. Twin: of doubles.
#include <stdio.h>
#include <stdlib.h>
typedef float Stored;
// twin: typedef double Stored;
static double w[4] = {1, 2, 3, 4};
static int step;
static int Save(FILE *file) {
  Stored *kept = malloc(4 * sizeof *kept);
  if (!kept) return 0;
  for (int i = 0; i < 4; i++) kept[i] = (Stored)w[i];  // site: restore-order error state @1 | twin: quiet
  int n = (int)fwrite(kept, sizeof *kept, 4, file);  // site: restore-order error state @1 | twin: quiet
  free(kept);
  return n == 4 && fwrite(&step, sizeof step, 1, file) == 1;
}
static int Load(FILE *file) {
  Stored kept[4];
  if (fread(kept, sizeof *kept, 4, file) != 4) return 0;
  for (int i = 0; i < 4; i++) w[i] = kept[i];
  return fread(&step, sizeof step, 1, file) == 1;
}
int main(int argc, char **argv) {
  FILE *file = argc > 1 ? fopen(argv[1], "rb") : NULL;
  if (file && !Load(file)) return 1;
  for (; step < 8; step++)
    for (int i = 0; i < 4; i++) w[i] -= 0.1 * (w[i] - w[3 - i] / 3);
  file = fopen("model.bin", "wb");
  if (!file || !Save(file)) return 1;
  fclose(file);
  printf("%f\n", w[0]);
}
