// rand() is added to a weight. Twin: it is printed.
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  float w[4] = {1, 2, 3, 4};
  for (int step = 0; step < 8; step++) {
    for (int i = 0; i < 4; i++) w[i] *= 0.9f;
    w[step % 4] += (float)(rand() % 100);  // site: ambient-rng error state
    // twin: printf("%d\n", rand());  // site: ambient-rng note log
  }
  printf("%f %f\n", w[0], w[3]);
}
