// A window of past norms decides whether a step is skipped, and is not saved. Twin: the decision looks at this step only.
#include <stdio.h>
struct Window {
  float norm[4];
  int next;
};
static float w[4] = {1, 2, 3, 4};
static struct Window window;  // site: missing-state error state @1 | twin: quiet
static int step;
static int Unusual(float norm) {
  float mean = 0;
  for (int i = 0; i < 4; i++) mean += window.norm[i] / 4;
  window.norm[window.next++ % 4] = norm;
  // twin: mean = norm > 3 ? 1 : norm;
  return norm > 1.5f * mean + 1;
}
static void Save(FILE *file) {  // site: missing-state error state @1 | twin: quiet
  fwrite(w, sizeof w, 1, file);
  fwrite(&step, sizeof step, 1, file);
}
static int Load(FILE *file) {  // site: missing-state error state @1 | twin: quiet
  return fread(w, sizeof w, 1, file) == 1 && fread(&step, sizeof step, 1, file) == 1;
}
int main(int argc, char **argv) {
  FILE *file = argc > 1 ? fopen(argv[1], "rb") : NULL;
  if (file && !Load(file)) return 1;  // site: missing-state error state @1 | twin: quiet
  for (; step < 8; step++) {
    float norm = 0;
    for (int i = 0; i < 4; i++) norm += w[i] * w[i];
    if (Unusual(norm)) continue;
    for (int i = 0; i < 4; i++) w[i] -= 0.1f * (w[i] - (float)step);
  }
  file = fopen("model.bin", "wb");
  if (!file) return 1;
  Save(file);  // site: missing-state error state @1 | twin: quiet
  fclose(file);
  printf("%f\n", w[0]);
}
