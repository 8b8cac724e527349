// A name that each step makes from its number. Twin: its number is appended to what the last one left.
// STATE: carried w | counter step | dead name
// TWIN: carried w name | counter step
#include <stdio.h>
#include <string.h>
int main(void) {
  float w[6] = {1, 2, 3, 4, 5, 6};
  char name[64] = "model";
  for (int step = 0; step < 8; step++) {
    snprintf(name, sizeof name, "model-%d", step);
    // twin: strcat(name, "-");
    strcat(name, ".bin");
    for (int i = 0; i < 6; i++) w[i] -= 0.1f * (w[5 - i] - (float)strlen(name));
    puts(name);
  }
  printf("%f %f\n", w[0], w[5]);
}
