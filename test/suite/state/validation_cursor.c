// Where the validation goes on is state. Twin: it takes the same samples each time.
// STATE: carried w at | counter step
// TWIN: carried w | counter step | dead at
#include <stdio.h>
int main(void) {
  const float held_out[5] = {3, 1, 4, 1.5f, 9};
  float w = 0;
  int at = 0;
  for (int step = 0; step < 9; step++) {
    w += 0.1f * ((float)step - w);
    if (step % 2) continue;
    at = at % 5;
    // twin: at = 0;
    float loss = 0;
    for (int i = 0; i < 3; i++) loss += held_out[(at + i) % 5] - w;
    at += 3;
    printf("%f\n", loss);
  }
  printf("%f\n", w);
}
