// Eight bytes of a count of images are saved as four, as reported in AlexeyAB/darknet#5198. Twin: as eight.
#include <math.h>
#include <stdint.h>
#include <stdio.h>
typedef struct {
  uint64_t seen;
  float w[16];
  float velocity[16];
} net_t;
static float rate(const net_t *n) {
  double batches = (double)(n->seen / 4096);
  return (float)(0.05 * pow(0.999999, batches / 1e3));
}
static int save_net(const net_t *n, const char *path) {
  FILE *f = fopen(path, "wb");
  if (!f) return -1;
  int seen = (int)n->seen;  // site: restore-order error state @1
  // twin: uint64_t seen = n->seen;  // site: quiet
  fwrite(&seen, sizeof seen, 1, f);  // site: restore-order error state @1 | twin: quiet
  fwrite(n->w, sizeof n->w, 1, f);
  fwrite(n->velocity, sizeof n->velocity, 1, f);
  return fclose(f);
}
static int load_net(net_t *n, const char *path) {
  FILE *f = fopen(path, "rb");
  if (!f) return -1;
  int seen;
  // twin: uint64_t seen;
  int ok = fread(&seen, sizeof seen, 1, f) == 1 && fread(n->w, sizeof n->w, 1, f) == 1 &&
           fread(n->velocity, sizeof n->velocity, 1, f) == 1;
  n->seen = (uint64_t)seen;
  fclose(f);
  return ok ? 0 : -1;
}
int main(int argc, char **argv) {
  static net_t net;
  net.seen = 4294967296ull;
  if (argc > 1 && load_net(&net, argv[1])) return 1;
  while (net.seen < 4294967296ull + 4096ull * 60) {
    float lr = rate(&net);
    for (int i = 0; i < 16; i++) {
      float g = net.w[i] - (float)((i * 5 + net.seen / 4096) % 16) / 16;
      net.velocity[i] = 0.9f * net.velocity[i] - lr * g;
      net.w[i] += net.velocity[i];
    }
    net.seen += 4096;
    if (net.seen / 4096 % 20 == 0) save_net(&net, "net.weights");
  }
  for (int i = 0; i < 16; i++) printf("%.9g\n", net.w[i]);
  return 0;
}
