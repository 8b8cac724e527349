// Layers in an array of structs, each with a block of its own: weights are state, activations are not. Twin: an
// activation that is added to.
// STATE: carried layer[].w | counter step | dead layer[].y
// TWIN: carried layer[].w layer[].y | counter step
#include <stdio.h>
#include <stdlib.h>
struct Layer {
  int n;
  float *w, *y;
};
int main(void) {
  struct Layer layer[3];
  for (int l = 0; l < 3; l++) {
    layer[l].n = 2 + l;
    layer[l].w = calloc(layer[l].n, sizeof(float));
    layer[l].y = calloc(layer[l].n, sizeof(float));
  }
  for (int step = 0; step < 8; step++) {
    for (int l = 0; l < 3; l++)
      for (int i = 0; i < layer[l].n; i++) layer[l].y[i] = layer[l].w[i] - (float)(l + step);
      // twin: for (int i = 0; i < layer[l].n; i++) layer[l].y[i] += layer[l].w[i] - (float)(l + step);
    for (int l = 0; l < 3; l++)
      for (int i = 0; i < layer[l].n; i++) layer[l].w[i] -= 0.1f * layer[l].y[i];
  }
  printf("%f %f\n", layer[0].w[0], layer[2].w[3]);
  for (int l = 0; l < 3; l++) {
    free(layer[l].w);
    free(layer[l].y);
  }
}
