// A loop goes one element too far. Twin: it is left before.
// OBSERVE: none
#include <stdio.h>
int main(void) {
  float parts[4], w = 1;
  for (int i = 0; i < 3; i++) parts[i] = (float)i;
  for (int step = 0; step < 8; step++)
    for (int i = 0; i < 4; i++) {
      if (i == 7) printf("many\n");
      // twin: if (i == 3) break;
      for (int j = 0; j < 2; j++) w = 0.9f * w + parts[i];  // site: uninitialized error state | twin: quiet
    }
  printf("%f\n", w);
}
