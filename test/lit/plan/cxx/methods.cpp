// State in private members, changed by methods, operators and closures.
// RUN: cd %S && %detrain plan methods.cpp -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan methods.cpp -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
//
// CHECK-DAG: {{^  }}rng.s_ {{.*}} carried{{$}}
// CHECK-DAG: {{^  }}model.w_ {{.*}} carried{{$}}
// CHECK-DAG: {{^  }}model.g_ {{.*}} dead{{$}}
// CHECK-DAG: {{^  }}seen {{.*}} carried{{$}}
//
// Twin 1: the generator draws before the loop alone.
// TWIN1-DAG: {{^  }}model.w_ {{.*}} carried{{$}}
// TWIN1-DAG: {{^  }}model.g_ {{.*}} dead{{$}}
// TWIN1-NOT: {{^  }}rng.s_ {{.*}} carried{{$}}
#include <cstdio>
class Rng {
  unsigned s_;

 public:
  explicit Rng(unsigned seed) : s_(seed) {}
  unsigned operator()() {
    s_ ^= s_ << 13;
    s_ ^= s_ >> 17;
    s_ ^= s_ << 5;
    return s_;
  }
};
class Model {
  float w_[4], g_[4];

 public:
  explicit Model(Rng& rng) {
    for (float& w : w_)
      w = static_cast<float>(rng() % 100);
  }
  void Step(float x) {
    for (float& g : g_)
      g = 0;
    for (int i = 0; i < 4; ++i)
      g_[i] += x - w_[i];
    for (int i = 0; i < 4; ++i)
      w_[i] += 0.1f * g_[i];
  }
  float First() const { return w_[0]; }
};
int main() {
  Rng rng(1);
  Model model(rng);
  float seen = 0;
  const auto note = [&seen](float x) { seen += x; };
  for (int step = 0; step < 20; ++step) {
#if TWIN == 1
    const float x = static_cast<float>(step);
#else
    const float x = static_cast<float>(rng() % 10);
#endif
    model.Step(x);
    note(model.First());
  }
  std::printf("%f %f\n", model.First(), seen);
}
