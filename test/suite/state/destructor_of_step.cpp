// What a destructor does at the end of each step. Twin: it does nothing.
// STATE: carried w trips | counter step
// TWIN: carried w | counter step | invariant trips
#include <cstdio>
struct Guard {
  float& trips;
  ~Guard() { trips = 0.5f * trips + 1; }
  // twin: ~Guard() {}
};
int main() {
  float w = 5, trips = 0;
  for (int step = 0; step < 8; step++) {
    Guard guard{trips};
    w -= 0.1f * (w - trips);
  }
  std::printf("%f\n", w);
}
