// A class that inherits its base's constructor. Twin: the member that the constructor sets is added to, not taken.
// STATE: carried w | counter step | invariant rule.rate
// TWIN: carried w rule.rate | counter step
#include <cstdio>
struct Rule {
  float rate;
  explicit Rule(float r) : rate(r) {}
};
struct Decay : Rule {
  using Rule::Rule;
};
int main() {
  Decay rule(0.1f);
  float w = 5;
  for (int step = 0; step < 8; step++) {
    w -= rule.rate * (w - 1);
    // twin: w -= (rule.rate *= 0.9f) * (w - 1);
  }
  std::printf("%f\n", w);
}
