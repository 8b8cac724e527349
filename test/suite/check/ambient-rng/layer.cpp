// A class draws in its method, a template in its body, a lambda for its caller. Twins: members, engines, captures.
#include <cstdio>
#include <cstdlib>
class Layer {
 public:
  void Perturb() {
    for (float &x : w_)
      x += 0.1f * static_cast<float>(std::rand() % 5);  // site: ambient-rng error state
      // twin: x += 0.1f * static_cast<float>(Next() % 5);  // site: quiet
  }
  unsigned Next() { return state_ = state_ * 1664525u + 1013904223u; }
  float w_[4] = {1, 2, 3, 4};

 private:
  unsigned state_ = 1;
};
template <typename T>
void Decay(T *w, int n, T rate) {
  for (int i = 0; i < n; i++)
    w[i] *= 1 - rate * static_cast<T>(drand48());  // site: ambient-rng error state
    // twin: w[i] *= 1 - rate * static_cast<T>(0.5);  // site: quiet
}
int main() {
  Layer layer;
  double other[2] = {1, 2};
  unsigned seed = 3;
  auto pick = [&seed] { return random() % 4 + seed; };  // site: ambient-rng error state
  // twin: auto pick = [&seed] { return rand_r(&seed) % 4; };  // site: quiet
  for (int step = 0; step < 8; step++) {
    layer.Perturb();
    Decay(other, 2, 0.1);
    layer.w_[pick() % 4] += 1;
  }
  std::printf("%f %f %u\n", layer.w_[0], other[1], layer.Next());
}
