// Containers whose keys are addresses. A rewritten program orders and hashes blocks of the heap, and what the program's
// file lays out, by numbers that are the same in every run, where its header can name what the keys point to. A hash of a
// variable on the stack, a comparison of the program's own, keys that are pointers to a nested class: these hang on where
// things lie, which each run decides anew. Keys that are numbers are the same in any case.
// RUN: %detrain plan %s -- g++ -std=c++17 | FileCheck %s --check-prefix=SAME
// RUN: %detrain plan %s -- g++ -std=c++11 -DHASH | FileCheck %s --check-prefix=SAME
// RUN: %detrain plan %s -- g++ -std=c++17 -DNESTED | FileCheck %s --check-prefix=PLACED
// RUN: %detrain plan %s -- g++ -std=c++17 -DNESTED -DHASH | FileCheck %s --check-prefix=PLACED
// RUN: %detrain plan %s -- g++ -std=c++17 -DOWN_ORDER | FileCheck %s --check-prefix=PLACED
// RUN: %detrain plan %s -- g++ -std=c++20 -DTHREE_WAYS | FileCheck %s --check-prefix=PLACED
// RUN: %detrain plan %s -- g++ -std=c++17 -DON_STACK | FileCheck %s --check-prefix=SAME
// RUN: %detrain plan %s -- g++ -std=c++17 -DON_STACK -DHASH | FileCheck %s --check-prefix=ADDRESS
// RUN: %detrain plan %s -- g++ -std=c++17 -DNUMBER | FileCheck %s --check-prefix=SAME
// RUN: %detrain plan %s -- g++ -std=c++17 -DNUMBER -DHASH | FileCheck %s --check-prefix=SAME
// PLACED: modelled
// PLACED: heap ({{.*}}, catalog): on
// ADDRESS: not replayable
// ADDRESS: state_{{.*}} hangs on addresses
// SAME: bitwise
// SAME-NOT: hangs on addresses
#ifdef THREE_WAYS
#include <compare>
#endif
#include <cstdio>
#include <map>
#include <memory>
#include <unordered_map>
#include <vector>

#ifdef NESTED
class Model {
 public:
#endif
  struct Param {
    float value = 0.1f, grad = 0;
  };
#ifdef NESTED
};
using Param = Model::Param;
#endif

#ifdef NUMBER
using Key = int;
#else
using Key = Param*;
#endif

struct Below {
  bool operator()(const Param* a, const Param* b) const {
#ifdef THREE_WAYS
    return (a <=> b) < 0;
#else
    return a < b;
#endif
  }
};

#ifdef HASH
using Table = std::unordered_map<Key, float>;
#elif defined(OWN_ORDER) || defined(THREE_WAYS)
using Table = std::map<Key, float, Below>;
#else
using Table = std::map<Key, float>;
#endif

#ifdef ON_STACK
using Owner = Param*;
#else
using Owner = std::unique_ptr<Param>;
#endif

class Momentum {
 public:
  void Add(Key key) { state_[key] = 0; }
  float Step(const std::vector<Owner>& all) {
    float norm = 0;
    for (auto& entry : state_) {
      const Key& key = entry.first;
      float& m = entry.second;
#ifdef NUMBER
      Param* p = &*all[key];
#else
      Param* p = key;
#endif
      m = 0.9f * m + p->grad;
      p->value -= 0.1f * m;
      norm = 0.5f * norm + p->value;
    }
    return norm + static_cast<float>(all.size());
  }

 private:
  Table state_;
};

int main() {
  std::vector<Owner> params;
#ifdef ON_STACK
  Param first, second, third;
  Param* const on_stack[] = {&second, &first, &third};
#endif
  Momentum momentum;
  for (int i = 0; i < 3; i++) {
#ifdef ON_STACK
    params.push_back(on_stack[i]);
#else
    params.push_back(Owner(new Param));
#endif
#ifdef NUMBER
    momentum.Add(i);
#else
    momentum.Add(&*params.back());
#endif
  }
  for (int step = 0; step < 6; step++) {
    for (auto& p : params)
      p->grad = p->value - static_cast<float>(step);
    std::printf("%f\n", momentum.Step(params));
  }
}
