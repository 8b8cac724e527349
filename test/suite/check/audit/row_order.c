// Rows are shuffled on top of the last order, which is not saved. Twin: each epoch starts from the first order.
#include <stdio.h>
#include <string.h>
static float w = 1, rows[6] = {1, 2, 3, 4, 5, 6};
static int order[6] = {0, 1, 2, 3, 4, 5};  // site: missing-state error state @1 | twin: quiet
static int epoch;
static void Shuffle(unsigned seed) {
  int i = 5;
  // twin: int i = 5; for (int k = 0; k < 6; k++) order[k] = k;
  for (; i > 0; i--) {
    seed = seed * 1664525u + 1013904223u;
    int j = (int)(seed >> 16) % (i + 1), kept = order[i];
    order[i] = order[j];
    order[j] = kept;
  }
}
static void Save(FILE *file) {  // site: missing-state error state @1 | twin: quiet
  fwrite(&w, sizeof w, 1, file);
  fwrite(&epoch, sizeof epoch, 1, file);
}
static int Load(FILE *file) {  // site: missing-state error state @1 | twin: quiet
  return fread(&w, sizeof w, 1, file) == 1 && fread(&epoch, sizeof epoch, 1, file) == 1;
}
int main(int argc, char **argv) {
  FILE *file = argc > 1 ? fopen(argv[1], "rb") : NULL;
  if (file && !Load(file)) return 1;  // site: missing-state error state @1 | twin: quiet
  for (; epoch < 8; epoch++) {
    Shuffle((unsigned)epoch);
    for (int i = 0; i < 6; i++) w -= 0.1f * (w - rows[order[i]]);
  }
  file = fopen("model.bin", "wb");
  if (!file) return 1;
  Save(file);  // site: missing-state error state @1 | twin: quiet
  fclose(file);
  printf("%f\n", w);
}
