// A default argument that refers to a global: the draw goes to that generator. Twin: the step passes its own.
// STATE: carried w ::seed | counter step
// TWIN: carried w own | counter step | invariant ::seed
#include <cstdio>
unsigned seed = 1;
static float Draw(unsigned& s = seed) {
  s = s * 1664525u + 1013904223u;
  return static_cast<float>(s >> 24);
}
int main() {
  float w = 0;
  unsigned own = seed;
  for (int step = 0; step < 8; step++) {
    w += 0.1f * (Draw() + static_cast<float>(own & 1) - w);
    // twin: w += 0.1f * (Draw(own) + static_cast<float>(seed & 1) - w);
  }
  std::printf("%f\n", w);
}
