// The momentum of Nesterov's method is a local that each parameter's turn declares anew and the first step alone skips, as
// reported in darglein/TinyTorch#2. Twin: it is kept for each parameter.
// OBSERVE: none
// KIND: memory
#include <cstddef>
#include <cstdio>
#include <vector>
class Sgd {
 public:
  Sgd(std::vector<float> *parameters, float rate) : parameters_(parameters), rate_(rate), momenta_(parameters->size(), 0.0f) {}
  void Step(const std::vector<float> &gradient) {
    for (std::size_t i = 0; i < parameters_->size(); i++) {
      float g = gradient[i];
      float b;
      // twin: float &b = momenta_[i];
      if (steps_ > 0) {
        b = 0.9f * b + 0.1f * g;  // site: uninitialized error state | twin: quiet
        g += 0.9f * b;
      }
      (*parameters_)[i] -= rate_ * g;
    }
    steps_++;
  }

 private:
  std::vector<float> *parameters_;
  float rate_;
  int steps_ = 0;
  std::vector<float> momenta_;
};
int main() {
  std::vector<float> w(6, 1.0f), g(6);
  Sgd sgd(&w, 0.05f);
  for (int step = 0; step < 12; step++) {
    for (std::size_t i = 0; i < w.size(); i++) g[i] = w[i] - static_cast<float>(i) / 6;
    sgd.Step(g);
  }
  for (float v : w) std::printf("%.9g\n", static_cast<double>(v));
}
