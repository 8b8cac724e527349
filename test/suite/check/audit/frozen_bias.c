// A bias that no step changes, drawn after a seed of the clock, is saved as six digits. Twin: as a hexadecimal number.
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
static float w[4], bias[2];
static int step;
static time_t start;
static void Save(FILE *file) {
  fprintf(file, "%d\n", step);
  for (int i = 0; i < 4; i++) fprintf(file, "%a\n", (double)w[i]);
  for (int i = 0; i < 2; i++) fprintf(file, "%f\n", (double)bias[i]);  // site: restore-order error state
  // twin: for (int i = 0; i < 2; i++) fprintf(file, "%a\n", (double)bias[i]);  // site: quiet
}
static int Load(FILE *file) {
  int read = fscanf(file, "%d", &step);
  for (int i = 0; i < 4; i++) read += fscanf(file, "%f", &w[i]);
  for (int i = 0; i < 2; i++) read += fscanf(file, "%f", &bias[i]);
  return read == 7;
}
int main(int argc, char **argv) {
  start = time(NULL);
  srand((unsigned)start);
  for (int i = 0; i < 2; i++) bias[i] = (float)rand() / (float)RAND_MAX;
  FILE *file = argc > 1 ? fopen(argv[1], "r") : NULL;
  if (file && !Load(file)) return 1;
  for (; step < 8; step++) {
    for (int i = 0; i < 4; i++) w[i] -= 0.1f * w[i] * w[i] + bias[i % 2] * (float)step;
    printf("%d s\n", (int)(time(NULL) - start));
  }
  file = fopen("model.txt", "w");
  if (!file) return 1;
  Save(file);
  fclose(file);
}
