// std::sort and its kind are one text: two loops in which any two elements may change places, whatever they are, and in
// whichever way the library goes about it.
// RUN: %detrain plan --dump=rir %s -- -std=c++20 | FileCheck %s
// RUN: %detrain plan --dump=rir %s -- -std=c++98 | FileCheck %s
// RUN: %detrain plan %s -- -std=c++20 | FileCheck %s --check-prefix=PLAN
//
// CHECK-NOT: {{__introsort_loop|__heap_select|__merge_adaptive|__unguarded_linear_insert}}
// CHECK: call $std::detrain_order
// CHECK-NOT: {{__introsort_loop|__heap_select|__merge_adaptive|__unguarded_linear_insert}}
//
// PLAN: bitwise
// PLAN-DAG: {{^  }}words[].count {{.*}} carried
// PLAN-DAG: {{^  }}words[].text {{.*}} carried
#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>
struct Word {
  std::string text;
  long count;
};
bool IsRarer(const Word& a, const Word& b) { return a.count < b.count; }
#if __cplusplus >= 202002L
constexpr int Least() {
  int numbers[] = {3, 1, 2};
  std::sort(numbers, numbers + 3);
  return numbers[0];
}
static_assert(Least() == 1);
#endif
int main() {
  std::vector<Word> words(40);
  int order[4] = {4, 2, 3, 1};
  float w = 1;
  for (int step = 0; step < 10; ++step) {
    words[step].count += order[0];
    std::sort(words.begin(), words.end(), IsRarer);
    std::stable_sort(words.begin(), words.end(), IsRarer);
    std::partial_sort(order, order + 2, order + 4);
    std::nth_element(order, order + 1, order + 4);
    w += 0.1f * words[step].count;
  }
  std::printf("%f %s\n", w, words[0].text.c_str());
}
