// A forgotten running average lowers the rate. Twin: it is only printed.
#include <stdio.h>
static float w = 8, average;  // site: missing-state error state @1 | twin: missing-state note log @1
static int step;
static void Save(FILE *file) {  // site: missing-state error state @1 | twin: missing-state note log @1
  fwrite(&w, sizeof w, 1, file);
  fwrite(&step, sizeof step, 1, file);
}
static int Load(FILE *file) {  // site: missing-state error state @1 | twin: missing-state note log @1
  return fread(&w, sizeof w, 1, file) == 1 && fread(&step, sizeof step, 1, file) == 1;
}
int main(int argc, char **argv) {
  FILE *file = argc > 1 ? fopen(argv[1], "rb") : NULL;
  if (file && !Load(file)) return 1;  // site: missing-state error state @1 | twin: missing-state note log @1
  for (; step < 8; step++) {
    float loss = w * w;
    average = 0.9f * average + 0.1f * loss;
    w -= (average > 4 ? 0.1f : 0.01f) * w;
    // twin: w -= 0.1f * w;
    printf("loss %f\n", average);
  }
  file = fopen("model.bin", "wb");
  if (!file) return 1;
  Save(file);  // site: missing-state error state @1 | twin: missing-state note log @1
  fclose(file);
}
