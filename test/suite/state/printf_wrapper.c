// A wrapper around vfprintf prints what the last step left. Twin: it prints nothing of it.
// STATE: carried last name w | counter step
// TWIN: carried w | counter step | dead last name
#include <stdarg.h>
#include <stdio.h>

static void say(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vfprintf(stdout, format, arguments);
  va_end(arguments);
}

int main(void) {
  double w = 3, last = 0.5;
  char name[8] = "start";
  for (int step = 0; step < 8; step++) {
    say("%s: %f\n", name, last);
    // twin: say("step %d\n", step);
    w = 0.9 * w + 0.1;
    last = w * w;
    snprintf(name, sizeof name, "w%d", (int)(100 * w));
    printf("%f\n", w);
  }
}
