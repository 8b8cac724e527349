// An unknown function pointer is called. Twin: it can only be one of two functions of the program.
// LINK: Inputs/mix.c
#include <stdio.h>
typedef float (*Update)(float);
Update FindUpdate(const char *name);
static float Halve(float x) {
  return 0.5f * x;
}
static float Third(float x) {
  return x / 3;
}
int main(int argc, char **argv) {
  Update update = FindUpdate(argv[0]);  // site: opaque-call warning state @1
  // twin: Update update = argc > 1 ? Third : Halve;  // site: quiet
  Update used[2] = {Halve, Third};
  float w = 8;
  for (int step = 0; step < 8; step++) {
    w = update(w) + used[step % 2](w);  // site: opaque-call warning state @1 | twin: quiet
  }
  printf("%f %d\n", w, argc);
}
