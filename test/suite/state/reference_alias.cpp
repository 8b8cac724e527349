// A reference is another name. Twin: a copy is not.
// STATE: carried w m | counter step
// TWIN: carried w | counter step | invariant m
#include <cstdio>
static float Decay(float& m, float x) {
  // twin: static float Decay(float m, float x) {
  m = 0.5f * m + x;
  return m;
}
int main() {
  float w = 5, m = 1;
  for (int step = 0; step < 8; step++) w -= 0.1f * Decay(m, w);
  std::printf("%f\n", w);
}
