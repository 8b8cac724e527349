// Tables whose keys are addresses, filled before the loop: in which order they are gone through hangs on where the blocks
// lie, which no step changes and each run decides anew. Keys that are numbers are the same in every run.
// RUN: %detrain plan %s -- g++ -std=c++17 | FileCheck %s --check-prefix=ADDRESS
// RUN: %detrain plan %s -- g++ -std=c++17 -DUNORDERED | FileCheck %s --check-prefix=ADDRESS
// RUN: %detrain plan %s -- g++ -std=c++17 -DNUMBER | FileCheck %s --check-prefix=NUMBER
// RUN: %detrain plan %s -- g++ -std=c++17 -DNUMBER -DUNORDERED | FileCheck %s --check-prefix=NUMBER
// ADDRESS: not replayable
// ADDRESS: state_{{.*}} hangs on addresses
// NUMBER: bitwise
// NUMBER-NOT: hangs on addresses
#include <cstdio>
#include <map>
#include <memory>
#include <unordered_map>
#include <vector>

struct Param {
  float value = 0.1f, grad = 0;
};

#ifdef NUMBER
using Key = int;
#else
using Key = Param*;
#endif

#ifdef UNORDERED
using Table = std::unordered_map<Key, float>;
#else
using Table = std::map<Key, float>;
#endif

class Momentum {
 public:
  void Add(Key key) { state_[key] = 0; }
  float Step(const std::vector<std::unique_ptr<Param>>& all) {
    float norm = 0;
    for (auto& [key, m] : state_) {
#ifdef NUMBER
      Param* p = all[key].get();
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
  std::vector<std::unique_ptr<Param>> params;
  Momentum momentum;
  for (int i = 0; i < 3; i++) {
    params.push_back(std::make_unique<Param>());
#ifdef NUMBER
    momentum.Add(i);
#else
    momentum.Add(params.back().get());
#endif
  }
  for (int step = 0; step < 6; step++) {
    for (auto& p : params)
      p->grad = p->value - static_cast<float>(step);
    std::printf("%f\n", momentum.Step(params));
  }
}
