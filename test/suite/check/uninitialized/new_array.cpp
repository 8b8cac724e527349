// new float[n] holds anything, and so does a member without an initialiser. Twins: zeros.
// OBSERVE: memory
#include <cstdio>
class Momentum {
 public:
  explicit Momentum(int n) : v_(new float[n]), n_(n) {}
  // twin: explicit Momentum(int n) : v_(new float[n]()), n_(n), bias_(0) {}
  ~Momentum() { delete[] v_; }
  __attribute__((noinline)) void Apply(float *w) {
    for (int i = 0; i < n_; i++) w[i] -= 0.1f * (v_[i] = 0.5f * v_[i] + w[i]);  // site: uninitialized error state | twin: quiet
    bias_ *= 0.9f;  // site: uninitialized error state | twin: quiet
    w[0] += bias_;
  }

 private:
  float *v_;
  int n_;
  float bias_;
};
int main() {
  Momentum momentum(16);
  float w[16];
  for (int i = 0; i < 16; i++) w[i] = static_cast<float>(i);
  for (int step = 0; step < 8; step++) momentum.Apply(w);
  std::printf("%f %f\n", w[0], w[15]);
}
