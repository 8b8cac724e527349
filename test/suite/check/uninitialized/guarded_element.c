// The last element is written by nobody, and read. Twin: the loop does not ask for it.
// OBSERVE: none
#include <stdio.h>
int main(void) {
  float parts[4], w = 1;
  for (int i = 0; i < 3; i++) parts[i] = (float)i;
  for (int step = 0; step < 8; step++)
    for (int i = 0; i < 4; i++)
      for (int j = 0; j < 2; j++)
      // twin: if (i < 3) for (int j = 0; j < 2; j++)
        w = 0.9f * w + parts[i];  // site: uninitialized error state | twin: quiet
  printf("%f\n", w);
}
