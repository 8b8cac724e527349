// Constructors that leave members without a value: what the stack held would be state. Members of the program's own
// classes start as zero where they are declared; variables of other classes are cleared in front of the constructor.
// RUN: rm -rf %t && mkdir %t && cp %s %t/fit.cpp && cd %t
// RUN: %detrain rewrite fit.cpp -o out --diff -- g++ -std=c++20 | FileCheck %s
// RUN: %detrain rewrite fit.cpp -o out -- g++ -std=c++20
// RUN: %gxx -std=c++20 -O2 -I%rt_include out/fit.cpp %rt_lib -lpthread -o by_gcc
// RUN: %clangxx -std=c++20 -O2 -I%rt_include out/fit.cpp %rt_lib -lpthread -o by_clang
// RUN: %detrain verify --kill-at 1,3 --poison -- ./by_gcc && %detrain verify --kill-at 1,3 --poison -- ./by_clang
// Before C++17 what is made behind the comma need not be made in the variable.
// RUN: %detrain rewrite fit.cpp -o old --diff -- g++ -std=c++14 -DOLD | FileCheck %s --check-prefix=OLD
// OLD: {{^[+]}}  bool has; double spare{};
// OLD-NOT: {{^[+].*}}detrain_clear
#include <cmath>
#include <cstdint>
#include <cstdio>
#ifndef OLD
#include <optional>
#endif
#include <random>
#include <utility>
#include <vector>

// Leaves addresses on the stack, which differ from run to run.
__attribute__((noinline)) static void Dirty() {
  volatile uintptr_t junk[1024];
  for (int i = 0; i < 1024; i++)
    junk[i] = (uintptr_t)&junk[i];
}

struct Range {
  double low, high;
};

// CHECK: {{^[+]}}  bool has; double spare{};
// CHECK: {{^[+]}}  Range range{};
// CHECK: {{^[+]}}  float window[4]{};
// CHECK-NOT: {{^[+].*}}scale
// CHECK-NOT: {{^[+].*}}state
class Normal {
 public:
  explicit Normal(uint64_t seed) : state(seed), has(false) {
    scale = 2.0;
    if (seed == 0)
      range = {1.0, 2.0};
    window[0] = 1;
  }
  double Draw() {
    if (has) {
      has = false;
      return spare;
    }
    has = true;
    const double u = Uniform(), v = Uniform();
    const double r = scale * std::sqrt(-std::log(u));
    spare = r * std::sin(6.28 * v);
    if (v > 2)
      spare += range.low + window[2];
    return r * std::cos(6.28 * v);
  }

 private:
  double Uniform() {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return ((state >> 33) + 1) * (1.0 / 2147483649.0);
  }
  uint64_t state;
  bool has; double spare;
  Range range;
  double scale;
  float window[4];
};

__attribute__((noinline)) static void Train() {
  Normal normal(7);
  std::mt19937 gen(3);
  // CHECK: {{^[+]}}  std::poisson_distribution<int> arrivals = (detrain_clear(&arrivals, sizeof arrivals), decltype(arrivals)(3.0)), other = (detrain_clear(&other, sizeof other), decltype(other){2.0});
  std::poisson_distribution<int> arrivals(3.0), other{2.0};
  // CHECK: {{^[+]}}  std::binomial_distribution<int> tries = (detrain_clear(&tries, sizeof tries), decltype(tries)());
  std::binomial_distribution<int> tries;
  // CHECK-NOT: {{^[+].*}}std::normal_distribution
  std::normal_distribution<float> noise(0, 1);
#ifndef OLD
  // CHECK: {{^[+]}}  std::optional<double> best = (detrain_clear(&best, sizeof best), decltype(best)());
  std::optional<double> best;
  // CHECK: {{^[+]}}  std::optional<double> last = (detrain_clear(&last, sizeof last), decltype(last)(std::nullopt));
  std::optional<double> last = std::nullopt;
#endif
  double w = 0;
  for (int step = 0; step < 6; step++) {
    const double target = arrivals(gen) + other(gen) + tries(gen) + 0.1 * noise(gen) + normal.Draw();
    w += 0.1 * (target - w);
#ifndef OLD
    if (step > 1 && (!best || w > *best))
      best = w;
    if (last)
      w += 0.001 * *last;
    if (step > 2)
      last = w;
    std::printf("%f %f\n", w, best.value_or(0));
#endif
  }
}

int main() {
  Dirty();
  Train();
}
