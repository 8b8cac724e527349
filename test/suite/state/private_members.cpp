// Private members, changed by a method. Twin: a method that changes a local copy.
// STATE: carried net.w_ net.mean_ | counter step
// TWIN: carried net.w_ | counter step | invariant net.mean_
#include <cstdio>
class Net {
  float w_ = 5, mean_ = 0;

 public:
  void Step() {
    float& mean = mean_;
    // twin: float mean = mean_;
    mean = 0.9f * mean + 0.1f * w_;
    w_ -= 0.1f * (w_ - mean);
  }
  float W() const { return w_; }
};
int main() {
  Net net;
  for (int step = 0; step < 8; step++) net.Step();
  std::printf("%f\n", net.W());
}
