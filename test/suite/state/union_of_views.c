// The word that a float is made of: set as a float, read as a word, it is dead. Twin: the word is turned on.
// STATE: carried w | counter step | dead view
// TWIN: carried w view | counter step
#include <stdio.h>
union View {
  float number;
  unsigned word;
};
int main(void) {
  float w[6] = {1, 2, 3, 4, 5, 6};
  union View view = {1};
  for (int step = 0; step < 8; step++) {
    view.number = w[0] + (float)step;
    // twin: view.word = view.word * 2654435769u + 3;
    float x = (float)(view.word >> 20 & 15);
    for (int i = 0; i < 6; i++) w[i] += 0.1f * (x - w[5 - i]);
  }
  printf("%f %f\n", w[0], w[5]);
}
