// A helper allocates layers and what is in them; a layer reads the one before it, of which the first has none. Twin: the
// activations are added to.
// STATE: carried net->layers[].w | counter step | dead net->layers[].y
// TWIN: carried net->layers[].w net->layers[].y | counter step
#include <stdio.h>
#include <stdlib.h>
struct Layer {
  int n;
  float *w, *y;
};
struct Net {
  int count;
  struct Layer *layers;
};
static void *Make(size_t n, size_t size) {
  void *block = calloc(n, size);
  if (block == NULL) exit(1);
  return block;
}
int main(void) {
  struct Net *net = Make(1, sizeof *net);
  net->count = 3;
  net->layers = Make(net->count, sizeof(struct Layer));
  for (int l = 0; l < net->count; l++) {
    net->layers[l].n = 4;
    net->layers[l].w = Make(4, sizeof(float));
    net->layers[l].y = Make(4, sizeof(float));
    for (int i = 0; i < 4; i++) net->layers[l].w[i] = 0.5f - 0.1f * (float)i;
  }
  const float x[4] = {1, 2, 3, 4};
  for (int step = 0; step < 8; step++) {
    for (int l = 0; l < net->count; l++) {
      struct Layer *layer = &net->layers[l];
      const float *in = l ? net->layers[l - 1].y : x;
      for (int i = 0; i < layer->n; i++) layer->y[i] = layer->w[i] * in[i];
      // twin: for (int i = 0; i < layer->n; i++) layer->y[i] += layer->w[i] * in[i];
    }
    for (int l = 0; l < net->count; l++)
      for (int i = 0; i < 4; i++) net->layers[l].w[i] -= 0.01f * net->layers[l].y[i];
  }
  printf("%f\n", net->layers[2].w[1]);
}
