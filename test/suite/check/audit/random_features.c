// Random directions, made once from a clock, are what the weights belong to. Twin: from a constant.
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
static float w[4], directions[4];  // site: missing-state error state @1 | twin: quiet
static int step;
static void Save(FILE *file) {  // site: missing-state error state @1 | twin: quiet
  fwrite(w, sizeof w, 1, file);
  fwrite(&step, sizeof step, 1, file);
}
static int Load(FILE *file) {  // site: missing-state error state @1 | twin: quiet
  return fread(w, sizeof w, 1, file) == 1 && fread(&step, sizeof step, 1, file) == 1;
}
int main(int argc, char **argv) {
  FILE *file = argc > 1 ? fopen(argv[1], "rb") : NULL;
  srand((unsigned)time(NULL));
  // twin: srand(7);
  for (int i = 0; i < 4; i++) directions[i] = (float)rand() / (float)RAND_MAX;
  if (file && !Load(file)) return 1;  // site: missing-state error state @1 | twin: quiet
  for (; step < 8; step++)
    for (int i = 0; i < 4; i++) w[i] -= 0.1f * (w[i] - directions[i] * (float)step);
  file = fopen("model.bin", "wb");
  if (!file) return 1;
  Save(file);  // site: missing-state error state @1 | twin: quiet
  fclose(file);
  printf("%f\n", w[0]);
}
