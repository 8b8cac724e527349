// Between loops of a row a local swaps two pointers. A later loop calls a block by that local, which shares its name with
// the pointer: the block is saved there, the pointer is nobody's, and out of scope.
// RUN: rm -rf %t && mkdir %t && cd %t && %detrain cc -- %cc -O1 %s -o local -lm
// RUN: %detrain verify --kill-at all --poison -- ./local
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct pair {
  float *front, *back;
};
static struct pair p;

static float learn(float g, int s) {
  for (int k = 0; k < 3; k++) p.back[k] = 0.5f * p.front[k] + g;
  float *t = p.front;
  p.front = p.back;
  p.back = t;
  return fmodf(g + 0.5f * p.front[s % 3], 4.0f);
}

static float phase(float g) {
  int s = 0;
  for (int e = 0; e < 2; e++) {
    for (int i = 0; i < 1; i++) {
      s++;
      g = learn(g, s);
      printf("%d %a\n", s, (double)g);
      if (g > 2.0f) break;
    }
    g *= 0.5f;
  }
  return g;
}

int main(void) {
  float g = 0.5f;
  int s = 0;
  p.front = calloc(3, sizeof(float));
  p.back = calloc(3, sizeof(float));
  g = phase(g);
  {
    float *t = p.front;
    p.front = p.back;
    p.back = t;
  }
  g = phase(g);
  int left = 3;
  while (left-- > 0) {
    s++;
    g = learn(g, s);
    printf("%d %a\n", s, (double)g);
  }
  printf("%a %a\n", (double)p.front[0], (double)p.back[0]);
}
