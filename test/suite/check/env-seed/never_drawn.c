// A generator is seeded from the clock where draws follow. Twin: where none does, though another way through the program draws.
// OBSERVE: none
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
static float Validate(float w) {
  srand((unsigned)time(NULL));  // site: env-seed error state | twin: quiet
  for (int i = 0; i < 8; i++) w = 0.9f * w + (float)(rand() % 7);  // site: ambient-rng error state
  // twin: for (int i = 0; i < 8; i++) w = 0.9f * w + (float)(i % 7);  // site: quiet
  return w;
}
static float Train(float w) {
  srand(1);
  // NOLINTNEXTLINE(detrain-ambient-rng): of Train it is not asked here
  for (int i = 0; i < 8; i++) w = 0.9f * w + (float)(rand() % 7);  // site: quiet
  return w;
}
int main(int argc, char **argv) {
  (void)argv;
  printf("%f\n", argc > 1 ? Train(1) : Validate(1));
}
