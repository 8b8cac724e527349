// A static that steps use is met again only behind the loop, in a run that goes on from the last boundary: its pointers
// are put right then, and not what lies where variables of the call with the loop lay.
// RUN: rm -rf %t && mkdir %t && cp %s %t/late.cpp && cd %t
// RUN: for o in 0 1 2; do %detrain cc -- g++ -O$o late.cpp -o late && %detrain verify --kill-at all --poison -- ./late | FileCheck %s || exit 1; rm -rf late late.original late.detrain; done
// CHECK: 9 boundaries
// CHECK: PASSED
#include <cstdio>
#include <map>
#include <vector>
struct Registry {
  std::map<int, float> values;
  static Registry& Get() {
    static Registry registry;
    return registry;
  }
};
int main() {
  float g = 0.5f;
  int s = 0;
  auto train = [&](int count, float rate) {
    std::vector<float> own(count, rate);
    for (float x : own) {
      g += x;
      s++;
      Registry::Get().values[s % 3] += g;
      g += 0.1f * Registry::Get().values.rbegin()->second;
    }
    return own.size();
  };
  for (int e = 0; e < 3; e++) {
    std::printf("epoch %d\n", e);
    train(2, 0.1f);
  }
  std::printf("%d\n", static_cast<int>(train(2, 0.01f)));
  std::printf("%a %d\n", static_cast<double>(g), static_cast<int>(Registry::Get().values.size()));
}
