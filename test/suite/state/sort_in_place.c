// Scores that are sorted where they lie, and changed a little. Twin: they are copied from the weights first.
// STATE: carried w score | counter step
// TWIN: carried w | counter step | dead score
#include <stdio.h>
#include <string.h>
int main(void) {
  float w[6] = {3, 1, 4, 1.5f, 5, 9}, score[6] = {3, 1, 4, 1.5f, 5, 9};
  for (int step = 0; step < 8; step++) {
    score[step & 3] += 2.5f;
    // twin: memcpy(score, w, sizeof score);
    for (int i = 0; i < 6; i++)
      for (int j = i + 1; j < 6; j++)
        if (score[j] < score[i]) {
          float old = score[i];
          score[i] = score[j];
          score[j] = old;
        }
    for (int i = 0; i < 6; i++) w[i] -= 0.1f * (w[i] - score[5 - i]) + (float)(step * i);
  }
  printf("%f %f\n", w[0], w[5]);
}
