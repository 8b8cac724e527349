// What a std::variant holds has the type of the alternative that its index names, pointers among it: layers owned by
// one, the state of an optimiser that the first step makes, a text.
// RUN: %detrain plan %s -- -std=c++17 | FileCheck %s
// RUN: %detrain plan %s -- -std=c++20 | FileCheck %s
// CHECK: Guarantee
// CHECK-NEXT: bitwise
// CHECK: Saved at each checkpoint
// CHECK-DAG: {{^  }}net[].get<0>->w {{.*}} carried
// CHECK-DAG: {{^  }}net[].get<1>->b {{.*}} carried
// CHECK-DAG: {{^  }}state.get<1>.v {{.*}} carried
// CHECK-DAG: {{^  }}state.get<2>.last {{.*}} carried
// CHECK-DAG: {{^  }}state.index {{.*}} carried
// CHECK: Left out
//
// A union that nobody describes in an alternative leaves bytes of which nobody knows what they are.
// RUN: %detrain plan %s -- -std=c++17 -DUNTOLD | FileCheck %s --check-prefix=UNTOLD
// UNTOLD: modelled
// UNTOLD: state {{.*}} image
// UNTOLD: state holds pointers
#include <cstdio>
#include <map>
#include <memory>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

struct Dense {
  std::vector<float> w = std::vector<float>(4, 0.5f);
  void Add(float x) {
    for (auto& v : w)
      v += x;
  }
};
struct Bias {
  float b = 0;
  void Add(float x) { b += x; }
};
using Layer = std::variant<std::unique_ptr<Dense>, std::unique_ptr<Bias>>;

struct Momentum {
  std::vector<float> v;
};
struct Last {
  float last;
#ifdef UNTOLD
  union {
    float* at;
    long bits;
  };
#endif
};
using State = std::variant<std::monostate, Momentum, Last>;

int main(int argc, char**) {
  std::map<std::string, std::variant<int, std::string>> config = {{"rate", std::string("small")}, {"steps", 8}};
  std::vector<Layer> net;
  net.push_back(std::make_unique<Dense>());
  net.push_back(std::make_unique<Bias>());
  State state;
  const int steps = std::get<int>(config.at("steps"));
  for (int step = 0; step < steps; step++) {
    if (std::holds_alternative<std::monostate>(state)) {
      if (argc > 1)
        state = Last{0.5f};
      else
        state = Momentum{std::vector<float>(2, 0.25f)};
    }
    float x = std::get<std::string>(config.at("rate")) == "small" ? 0.01f : 0.1f;
    if (auto* m = std::get_if<Momentum>(&state)) {
      for (auto& v : m->v)
        x += v *= 0.5f;
    } else {
      x += std::get<Last>(state).last *= 0.5f;
    }
    for (auto& l : net)
      std::visit([&](auto& p) { p->Add(x); }, l);
    std::printf("%a %a\n", std::get<0>(net[0])->w[1], std::get<1>(net[1])->b);
  }
}
