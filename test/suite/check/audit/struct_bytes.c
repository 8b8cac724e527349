// The model is written as one struct, whose moments are elsewhere. Twin: they are in it.
#include <stdio.h>
#include <stdlib.h>
struct Model {
  float w[4];
  int step;
  float *m;  // site: missing-state error state @1 | twin: quiet
  // twin: float m[4];  // site: quiet
};
static int Save(const struct Model *model) {  // site: missing-state error state @1 | twin: quiet
  FILE *file = fopen("model.bin", "wb");
  if (!file) return 0;
  size_t n = fwrite(model, sizeof *model, 1, file);
  return fclose(file) == 0 && n == 1;
}
static int Load(struct Model *model, const char *name) {  // site: missing-state error state @1 | twin: quiet
  FILE *file = fopen(name, "rb");
  if (!file) return 0;
  size_t n = fread(model, sizeof *model, 1, file);
  model->m = calloc(4, sizeof(float));
  // twin: if (n != 1) model->step = 0;
  fclose(file);
  return n == 1;
}
int main(int argc, char **argv) {
  struct Model model = {{1, 2, 3, 4}, 0, NULL};  // site: missing-state error state @1 | twin: quiet
  // twin: struct Model model = {{1, 2, 3, 4}, 0, {0}};  // site: quiet
  if (argc > 1 && !Load(&model, argv[1])) return 1;  // site: missing-state error state @1 | twin: quiet
  if (!model.m) model.m = calloc(4, sizeof(float));  // site: missing-state error state @1
  // twin: if (model.step > 8) return 1;  // site: quiet
  for (; model.step < 8; model.step++) {
    for (int i = 0; i < 4; i++) {
      model.m[i] = 0.9f * model.m[i] + 0.1f * (model.w[i] - model.w[3 - i] + 0.5f);
      model.w[i] -= 0.1f * model.m[i];
    }
  }
  if (!Save(&model)) return 1;  // site: missing-state error state @1 | twin: quiet
  printf("%f\n", model.w[0]);
}
