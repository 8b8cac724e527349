// The save forgets the velocity, which the next step uses. Twin: it does not.
#include <stdio.h>
static float w[4] = {1, 2, 3, 4}, v[4];  // site: missing-state error state @1 | twin: quiet
static int step;
static void Save(FILE *file) {  // site: missing-state error state @1 | twin: quiet
  fwrite(&step, sizeof step, 1, file);
  fwrite(w, sizeof w, 1, file);
  // twin: fwrite(w, sizeof w, 1, file), fwrite(v, sizeof v, 1, file);
}
static int Load(FILE *file) {  // site: missing-state error state @1 | twin: quiet
  int read = (int)fread(&step, sizeof step, 1, file);
  read += (int)fread(w, sizeof w, 1, file);
  // twin: read += (int)fread(w, sizeof w, 1, file), fread(v, sizeof v, 1, file);
  return read;
}
int main(int argc, char **argv) {
  FILE *file = argc > 1 ? fopen(argv[1], "rb") : NULL;
  if (file) {
    if (Load(file) < 2) return 1;  // site: missing-state error state @1 | twin: quiet
    fclose(file);
  }
  for (; step < 8; step++) {
    for (int i = 0; i < 4; i++) v[i] = 0.9f * v[i] + 0.1f * w[i];
    for (int i = 0; i < 4; i++) w[i] -= v[i];
  }
  file = fopen("model.bin", "wb");
  if (!file) return 1;
  Save(file);  // site: missing-state error state @1 | twin: quiet
  fclose(file);
  printf("%f\n", w[0]);
}
