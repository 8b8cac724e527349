// A generator inside an object, seen through a method. Twin: the method copies it first.
// STATE: carried w sampler.rng_.state | counter step
// TWIN: carried w | counter step | invariant sampler.rng_.state
#include <cstdio>
#include <random>
class Sampler {
  std::minstd_rand rng_{5};

 public:
  float Next() {
    auto& rng = rng_;
    // twin: auto rng = rng_;
    return static_cast<float>(rng() % 10);
  }
};
int main() {
  Sampler sampler;
  float w = 1;
  for (int step = 0; step < 8; step++) w += 0.1f * (sampler.Next() - w);
  std::printf("%f\n", w);
}
