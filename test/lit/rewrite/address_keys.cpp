// The generated header says what std::less and std::hash of the program's pointers are, with what it takes to name them;
// the text stays as it is. Of characters, and of what has no name outside a class or a function, it says nothing.
// RUN: rm -rf %t && mkdir %t && cp %s %t/a.cpp && cd %t
// RUN: %detrain rewrite a.cpp -o out -- g++ -std=c++17 && FileCheck %s < out/a.detrain.h && FileCheck %s --check-prefix=NONE --allow-empty < out/a.detrain.h
// RUN: not grep -n 'struct std::.*\(Inner\|Local\|char\)' out/a.detrain.h
// CHECK-DAG: // changes_numbers: {{.*}}a.cpp:24: containers that order 'nn::Layer*' do so by when a block was first met
// NONE-NOT: changes_numbers: {{.*}}'float*'
// CHECK-DAG: namespace nn { class Layer; }
// CHECK-DAG: struct std::less<nn::Layer*> : detrain::AddressLess<nn::Layer> {};
// CHECK-DAG: namespace nn { template <typename, int> struct Row; }
// CHECK-DAG: struct std::hash<const nn::Row<float, 2>*> : detrain::AddressHash<const nn::Row<float, 2>> {};
// CHECK-DAG: struct std::less<float*> : detrain::AddressLess<float> {};
#include <cstdio>
#include <map>
#include <set>
#include <string>
#include <unordered_map>

namespace nn {
template <typename T, int N>
struct Row {
  T cells[N];
};
class Layer {
 public:
  struct Inner {
    float w;
  };
  Inner inner{1};
};
}  // namespace nn

int main() {
  struct Local {
    int n;
  };
  std::map<nn::Layer*, int> a;
  std::unordered_map<const nn::Row<float, 2>*, int> b;
  std::set<float*> c;
  std::set<nn::Layer::Inner*> d;
  std::set<Local*> e;
  nn::Layer layer;
  nn::Row<float, 2> row{};
  float number = 0, state = 0;
  Local local{0};
  std::string text;
  for (int step = 0; step < 3; step++) {
    a[&layer]++, b[&row]++, c.insert(&number), d.insert(&layer.inner), e.insert(&local);
    text += "x";
    for (const auto& entry : a)
      state += static_cast<float>(entry.second);
    state = 0.5f * state + static_cast<float>(step);
    std::printf("%f %zu %zu\n", state, a.size() + b.size() + c.size() + d.size() + e.size(), text.size());
  }
}
