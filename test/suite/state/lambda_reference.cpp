// What a lambda changes by reference is state. Twin: it captures a copy, and changes nothing.
// STATE: carried w seen | counter step
// TWIN: carried w | counter step | invariant seen
#include <cstdio>
int main() {
  float w = 5, seen = 1;
  for (int step = 0; step < 8; step++) {
    auto note = [&seen](float x) { return seen = 0.9f * seen + x; };
    // twin: auto note = [seen](float x) { return 0.9f * seen + x; };
    w -= 0.1f * note(w - 1);
  }
  std::printf("%f\n", w);
}
