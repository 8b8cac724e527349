// The best loss decides which model is kept, and starts anew. Twin: it is saved.
#include <stdio.h>
static float w = 1, best = 1e30f;  // site: missing-state error output @1 | twin: quiet
static int step;
static void Save(const char *name) {  // site: missing-state error output @1 | twin: quiet
  FILE *file = fopen(name, "wb");
  if (!file) return;
  fwrite(&w, sizeof w, 1, file);
  fwrite(&step, sizeof step, 1, file);
  // twin: fwrite(&step, sizeof step, 1, file), fwrite(&best, sizeof best, 1, file);
  fclose(file);
}
static int Load(const char *name) {  // site: missing-state error output @1 | twin: quiet
  FILE *file = fopen(name, "rb");
  if (!file) return 0;
  int is_whole = fread(&w, sizeof w, 1, file) == 1 && fread(&step, sizeof step, 1, file) == 1;
  // twin: int is_whole = fread(&w, sizeof w, 1, file) == 1 && fread(&step, sizeof step, 1, file) + fread(&best, sizeof best, 1, file) == 2;
  fclose(file);
  return is_whole;
}
int main(int argc, char **argv) {
  if (argc > 1 && !Load(argv[1])) return 1;  // site: missing-state error output @1 | twin: quiet
  for (; step < 8; step++) {
    w -= 0.1f * (w * w - (float)(step % 3));
    float loss = w * w;
    if (loss < best) {
      best = loss;
      Save("best.bin");  // site: missing-state error output @1 | twin: quiet
    }
    Save("last.bin");  // site: missing-state error output @1 | twin: quiet
  }
  printf("%f\n", w);
}
