// Six digits of a weight are kept. Twin: all of them, in hexadecimal.
#include <stdio.h>
static float w[4] = {1, 2, 3, 4};
static int step;
static void Save(FILE *file) {
  fprintf(file, "%d\n", step);
  for (int i = 0; i < 4; i++)
    fprintf(file, "%f\n", w[i]);  // site: restore-order error state
    // twin: fprintf(file, "%a\n", w[i]);  // site: quiet
}
static void Load(FILE *file) {
  if (fscanf(file, "%d", &step) != 1) step = 0;
  for (int i = 0; i < 4; i++)
    if (fscanf(file, "%f", &w[i]) != 1) step = 0;
}
int main(int argc, char **argv) {
  FILE *file = argc > 1 ? fopen(argv[1], "r") : NULL;
  if (file) {
    Load(file);
    fclose(file);
  }
  for (; step < 8; step++)
    for (int i = 0; i < 4; i++) w[i] -= 0.1f * (w[i] - w[3 - i] / 3);
  file = fopen("model.txt", "w");
  if (!file) return 1;
  Save(file);
  fclose(file);
  printf("%f\n", w[0]);
}
