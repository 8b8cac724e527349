// Adam keeps two moments and counts its updates. Twin: RMSprop keeps one, the other is dead.
// STATE: carried w m v | counter step t
// TWIN: carried w v | counter step t | dead m
#include <math.h>
#include <stdio.h>
int main(void) {
  float w[3] = {1, 2, 3}, m[3] = {0}, v[3] = {0};
  int t = 0;
  for (int step = 0; step < 8; step++) {
    t++;
    for (int i = 0; i < 3; i++) {
      float g = w[i] - 0.5f;
      m[i] = 0.9f * m[i] + 0.1f * g;
      // twin: m[i] = g;
      v[i] = 0.99f * v[i] + 0.01f * g * g;
      w[i] -= 0.1f * m[i] / (1 - powf(0.9f, (float)t)) / (sqrtf(v[i]) + 1e-3f);
    }
  }
  printf("%f %f\n", w[0], w[2]);
}
