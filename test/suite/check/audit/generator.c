// The save forgets the generator. Twin: the generator is kept, in a struct with the rest.
#include <stdio.h>
struct Run {
  int step;
  float w;
  unsigned rng;  // site: missing-state error state @1 | twin: quiet
};
static void Save(const struct Run *run, FILE *file) {  // site: missing-state error state @1 | twin: quiet
  fwrite(&run->step, sizeof run->step, 1, file);
  fwrite(&run->w, sizeof run->w, 1, file);
  // twin: fwrite(&run->w, sizeof run->w, 1, file), fwrite(&run->rng, sizeof run->rng, 1, file);
}
static void Load(struct Run *run, FILE *file) {  // site: missing-state error state @1 | twin: quiet
  if (fread(&run->step, sizeof run->step, 1, file) != 1) run->step = 0;
  if (fread(&run->w, sizeof run->w, 1, file) != 1) run->w = 0;
  if (run->step < 0) run->step = 0;
  // twin: if (fread(&run->rng, sizeof run->rng, 1, file) != 1) run->rng = 7;
}
int main(int argc, char **argv) {
  struct Run run = {0, 1, 7};
  FILE *file = argc > 1 ? fopen(argv[1], "rb") : NULL;
  if (file) {
    Load(&run, file);  // site: missing-state error state @1 | twin: quiet
    fclose(file);
  }
  for (; run.step < 8; run.step++) {
    run.rng = run.rng * 1664525u + 1013904223u;
    run.w = 0.5f * run.w + (float)(run.rng >> 24);
    file = fopen("run.bin", "wb");
    if (!file) return 1;
    Save(&run, file);  // site: missing-state error state @1 | twin: quiet
    fclose(file);
  }
  printf("%f\n", run.w);
}
