// The rate was changed by steps, and a resumed run takes the one of the options again, as reported in
// AlexeyAB/darknet#8496. Twin: the rate is saved.
// KIND: audit
#include <stdio.h>
#include <stdlib.h>
struct options {
  float rate;
  int steps;
};
struct net {
  float *w;
  float rate;  // site: missing-state error state @1 | twin: quiet
  int step;
};
static int save(const struct net *net) {  // site: missing-state error state @1 | twin: quiet
  FILE *f = fopen("net.bin", "wb");
  if (!f) return -1;
  fwrite(&net->step, sizeof net->step, 1, f);
  fwrite(net->w, sizeof *net->w, 8, f);
  fflush(f);
  // twin: fwrite(&net->rate, sizeof net->rate, 1, f);
  return fclose(f);
}
static int load(struct net *net, const char *name) {  // site: missing-state error state @1 | twin: quiet
  FILE *f = fopen(name, "rb");
  if (!f) return -1;
  int ok = fread(&net->step, sizeof net->step, 1, f) == 1 && fread(net->w, sizeof *net->w, 8, f) == 8;
  ok = ok && !ferror(f);
  // twin: ok = ok && fread(&net->rate, sizeof net->rate, 1, f) == 1;
  fclose(f);
  return ok ? 0 : -1;
}
static struct net *make(const struct options *o, const char *name) {
  struct net *net = calloc(1, sizeof *net);
  if (!net || !(net->w = calloc(8, sizeof *net->w))) exit(1);
  net->rate = o->rate;
  if (name && load(net, name)) exit(1);  // site: missing-state error state @1 | twin: quiet
  return net;
}
int main(int argc, char **argv) {
  struct options o = {0.2f, 40};
  struct net *net = make(&o, argc > 1 ? argv[1] : NULL);  // site: missing-state error state @1 | twin: quiet
  while (net->step < o.steps) {
    float worst = 0;
    for (int i = 0; i < 8; i++) {
      float g = net->w[i] - (float)((i + net->step) % 5);
      net->w[i] -= net->rate * g;
      worst = g > worst ? g : worst;
    }
    if (worst < 3) net->rate *= 0.98f;
    net->step++;
    if (net->step % 10 == 0 && save(net)) return 1;  // site: missing-state error state @1 | twin: quiet
  }
  printf("%.9g\n", net->w[3]);
  return 0;
}
