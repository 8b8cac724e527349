// A template over the rule of update: one with a moment. Twin: one without.
// STATE: carried w optimizer.rule_.m | counter step
// TWIN: carried w | counter step | invariant optimizer.rule_.m
#include <cstdio>
struct Plain {
  float m = 0;
  float operator()(float g) const { return 0.1f * g + m; }
};
struct Heavy {
  float m = 0;
  float operator()(float g) { return m = 0.5f * m + 0.1f * g; }
};
template <typename Rule>
class Optimizer {
  Rule rule_;

 public:
  void Step(float& w) { w -= rule_(w - 1); }
};
int main() {
  float w = 5;
  Optimizer<Heavy> optimizer;
  // twin: Optimizer<Plain> optimizer;
  for (int step = 0; step < 8; step++) optimizer.Step(w);
  std::printf("%f\n", w);
}
