// One file for each layer, without the layer's velocity. Twin: with it.
#include <stdio.h>
#include <stdlib.h>
struct Layer {
  int n;
  float *w, *v;  // site: missing-state error state @1 | twin: quiet
};
static void Save(const struct Layer *layers, int count, int step) {  // site: missing-state error state @1 | twin: quiet
  char name[64];
  for (int l = 0; l < count; l++) {
    snprintf(name, sizeof name, "layer%d.bin", l);
    FILE *file = fopen(name, "wb");
    if (!file) return;
    fwrite(layers[l].w, sizeof(float), layers[l].n, file);
    // twin: fwrite(layers[l].w, sizeof(float), layers[l].n, file), fwrite(layers[l].v, sizeof(float), layers[l].n, file);
    fclose(file);
  }
  FILE *file = fopen("step.txt", "w");
  if (!file) return;
  fprintf(file, "%d\n", step);
  fclose(file);
}
static int Load(struct Layer *layers, int count) {  // site: missing-state error state @1 | twin: quiet
  char name[64];
  int step = 0;
  for (int l = 0; l < count; l++) {
    snprintf(name, sizeof name, "layer%d.bin", l);
    FILE *file = fopen(name, "rb");
    if (!file) return 0;
    if (fread(layers[l].w, sizeof(float), layers[l].n, file) == 0) return 0;
    // twin: if (fread(layers[l].w, sizeof(float), layers[l].n, file) + fread(layers[l].v, sizeof(float), layers[l].n, file) == 0) return 0;
    fclose(file);
  }
  FILE *file = fopen("step.txt", "r");
  if (!file || fscanf(file, "%d", &step) != 1) return 0;
  fclose(file);
  return step;
}
int main(int argc, char **argv) {
  struct Layer layers[3];  // site: missing-state error state @1 | twin: quiet
  for (int l = 0; l < 3; l++) {
    layers[l].n = 4 + l;
    layers[l].w = malloc(layers[l].n * sizeof(float));
    layers[l].v = calloc(layers[l].n, sizeof(float));  // site: missing-state error state @1 | twin: quiet
    for (int i = 0; i < layers[l].n; i++) layers[l].w[i] = (float)(i + l);
  }
  int step = argc > 1 && argv[1][0] == 'r' ? Load(layers, 3) : 0;  // site: missing-state error state @1 | twin: quiet
  for (; step < 8; step++)
    for (int l = 0; l < 3; l++)
      for (int i = 0; i < layers[l].n; i++) {
        layers[l].v[i] = 0.9f * layers[l].v[i] + 0.1f * (layers[l].w[i] - 0.5f);
        layers[l].w[i] -= layers[l].v[i];
      }
  Save(layers, 3, step);  // site: missing-state error state @1 | twin: quiet
  printf("%f\n", layers[0].w[0]);
}
