// A pointer to one of two members of an object leads to no third one. Twin: it leads to the third one.
// STATE: carried net.a net.b w | counter step | dead net.c
// TWIN: carried net.a net.c w | counter step | invariant net.b
#include <stdio.h>
struct Net {
  float a, b, c;
};
int main(int argc, char** argv) {
  (void)argv;
  struct Net net = {0.5f, 0.25f, 1};
  float* members[] = {&net.a, &net.b};
  // twin: float* members[] = {&net.a, &net.c};
  float w = 1;
  for (int step = 0; step < 8; step++) {
    float* member = members[(step / 2 + argc) % 2];
    w += 0.1f * *member;
    *member -= 0.05f * w;
    net.c = net.a + net.b - w;
  }
  printf("%f %f\n", w, net.a);
}
