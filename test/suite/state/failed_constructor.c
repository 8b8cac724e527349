// A constructor that returns null where it fails; what is read through its result is what it made. Twin: its hook is
// set, and called.
// STATE: carried net->w | counter step | invariant net->hook
// TWIN: carried net->w net->rate | counter step
#include <stdio.h>
#include <stdlib.h>
struct Net {
  float w[3], rate;
  void (*hook)(struct Net *);
};
static void Decay(struct Net *net) { net->rate *= 0.75f; }
static struct Net *Make(int size) {
  if (size > 3) return NULL;
  struct Net *net = malloc(sizeof *net);
  for (int i = 0; i < 3; i++) net->w[i] = (float)(i + 1);
  net->rate = 0.5f;
  net->hook = NULL;
  // twin: net->hook = Decay;
  return net;
}
int main(int argc, char **argv) {
  (void)argv;
  struct Net *net = Make(argc);
  for (int step = 0; step < 8; step++) {
    for (int i = 0; i < 3; i++) net->w[i] -= net->rate * 0.25f * net->w[i];
    if (net->hook != NULL) net->hook(net);
  }
  printf("%f %f %f\n", net->w[0], net->w[2], net->rate);
  if (argc > 1) Decay(net);
  free(net);
}
