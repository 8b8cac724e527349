// The save at the end of an epoch keeps the epoch, not the number of updates that lowers the rate. Twin: both.
#include <stdio.h>
static double w = 1;
static int epoch;
static long updates;  // site: missing-state error state @1 | twin: quiet
static void Save(FILE *file) {  // site: missing-state error state @1 | twin: quiet
  fwrite(&w, sizeof w, 1, file);
  fwrite(&epoch, sizeof epoch, 1, file);
  // twin: fwrite(&epoch, sizeof epoch, 1, file), fwrite(&updates, sizeof updates, 1, file);
}
static int Load(FILE *file) {  // site: missing-state error state @1 | twin: quiet
  if (fread(&w, sizeof w, 1, file) != 1) return 0;
  // twin: if (fread(&w, sizeof w, 1, file) != 1 || fread(&epoch, sizeof epoch, 1, file) != 1) return 0;
  return fread(&epoch, sizeof epoch, 1, file) == 1;
  // twin: return fread(&updates, sizeof updates, 1, file) == 1;
}
int main(int argc, char **argv) {
  FILE *file = argc > 1 ? fopen(argv[1], "rb") : NULL;
  if (file && !Load(file)) return 1;  // site: missing-state error state @1 | twin: quiet
  while (epoch < 3) {
    for (int batch = 0; batch < 5; batch++) {
      updates++;
      w -= (w - batch) / (double)(updates + 1);
    }
    epoch++;
    file = fopen("model.bin", "wb");
    if (!file) return 1;
    Save(file);  // site: missing-state error state @1 | twin: quiet
    fclose(file);
  }
  printf("%f\n", w);
}
