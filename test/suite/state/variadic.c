// What is passed beyond the parameters is read with va_arg. Twin: it is not passed.
// STATE: carried v w | counter step
// TWIN: carried w | counter step | dead v
#include <stdarg.h>
#include <stdio.h>

static double sum(int count, ...) {
  va_list numbers;
  va_start(numbers, count);
  double total = 0;
  for (int i = 0; i < count; i++)
    total += va_arg(numbers, double);
  va_end(numbers);
  return total;
}

int main(void) {
  double w = 1, v = 0.5;
  for (int step = 0; step < 8; step++) {
    w = sum(2, 0.9 * w, v);
    // twin: w = sum(1, 0.9 * w);
    v = 0.3 * w - 0.1;
    printf("%f\n", w);
  }
}
