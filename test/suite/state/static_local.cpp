// A static local of a method is one for all objects. Twin: a plain local.
// STATE: carried w Next::state | counter step
// TWIN: carried w | counter step | absent Next::state
#include <cstdio>
static unsigned Next(unsigned step) {
  static unsigned state = 3;
  // twin: unsigned state = 3;
  state = state * 1664525u + step;
  return state >> 24;
}
int main() {
  float w = 5;
  for (unsigned step = 0; step < 8; step++) w += 0.1f * (static_cast<float>(Next(step)) - w);
  std::printf("%f\n", w);
}
