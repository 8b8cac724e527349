// A function that counts its calls, one in each step. Twin: two in some.
// STATE: carried w | counter step Update::calls
// TWIN: carried w Update::calls | counter step
#include <stdio.h>
static void Update(float *w) {
  static int calls;
  *w -= 0.1f * (*w - (float)calls);
  calls++;
}
int main(void) {
  float w = 1;
  for (int step = 0; step < 8; step++) {
    Update(&w);
    if (step > 90) printf("late\n");
    // twin: if (w > 1) Update(&w);
  }
  printf("%f\n", w);
}
