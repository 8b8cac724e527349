// The generator's seed is made of the machine's name, so that workers on several machines draw apart. Twin: of the
// number that the worker is given.
// OBSERVE: none
// KIND: machines
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static unsigned HashOf(const char *text) {
  unsigned hash = 5381;
  for (; *text; text++) hash = hash * 33u + (unsigned char)*text;
  return hash;
}
int main(int argc, char **argv) {
  char name[64] = "";
  gethostname(name, sizeof name - 1);  // site: env-seed error state
  // twin: snprintf(name, sizeof name, "%s", argc > 1 ? argv[1] : "0");  // site: quiet
  unsigned state = HashOf(name);
  float w = 0;
  for (int step = 0; step < 20; step++) {
    state = state * 1664525u + 1013904223u;
    w += 0.1f * ((float)(state >> 8) / 16777216.0f - w);
  }
  printf("%.9g %d %s\n", (double)w, argc, argv[0]);
  return 0;
}
