// Text that is appended to is state. Twin: each step writes it from the front.
// STATE: carried w text | counter step
// TWIN: carried w | counter step | dead text
#include <stdio.h>
#include <string.h>
int main(void) {
  float w = 5;
  char text[64] = "";
  for (int step = 0; step < 8; step++) {
    w -= 0.1f * (w - (float)step);
    snprintf(text + strlen(text), 4, "%d,", step);
    // twin: snprintf(text, 4, "%d,", step);
    puts(text);
  }
  printf("%f\n", w);
}
