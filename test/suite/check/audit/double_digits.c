// Nine digits give a float back, not a double. Twin: seventeen.
#include <stdio.h>
static double w[4] = {1, 2, 3, 4};
static int step;
static void Save(FILE *file) {
  fprintf(file, "%d", step);
  for (int i = 0; i < 4; i++)
    fprintf(file, " %.9g", w[i]);  // site: restore-order error state
    // twin: fprintf(file, " %.17g", w[i]);  // site: quiet
}
static int Load(FILE *file) {
  int read = fscanf(file, "%d", &step);
  for (int i = 0; i < 4; i++) read += fscanf(file, "%lf", &w[i]);
  return read == 5;
}
int main(int argc, char **argv) {
  FILE *file = argc > 1 ? fopen(argv[1], "r") : NULL;
  if (file && !Load(file)) return 1;
  for (; step < 8; step++)
    for (int i = 0; i < 4; i++) w[i] -= 0.1 * (w[i] - w[3 - i] / 3);
  file = fopen("model.txt", "w");
  if (!file) return 1;
  Save(file);
  fclose(file);
  printf("%f\n", w[0]);
}
