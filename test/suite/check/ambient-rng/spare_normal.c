// A normal number is kept for the next call. Twin: the generator below is a variable of the program.
// OBSERVE: later
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
static uint32_t state = 12345;
static double Uniform(void) {
  state = state * 1664525u + 1013904223u;
  return (rand() + 1.0) / (RAND_MAX + 2.0);  // site: ambient-rng error state
  // twin: return ((state >> 8) + 0.5) / 16777216.0;  // site: quiet
}
static double Normal(void) {
  static int has_spare;
  static double spare;
  if (has_spare) {
    has_spare = 0;
    return spare;
  }
  const double radius = sqrt(-2 * log(Uniform())), angle = 6.283185307179586 * Uniform();
  spare = radius * sin(angle);
  has_spare = 1;
  return radius * cos(angle);
}
int main(void) {
  double w[5] = {0};
  for (int step = 0; step < 9; step++)
    for (int i = 0; i < 5; i++) w[i] += 0.01 * Normal();
  printf("%.17g\n", w[0]);
}
