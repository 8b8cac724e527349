// GCC takes `constexpr` in a template for functions that cannot be constant, as a type of theirs is no literal type,
// and has functions for rotations of bytes and words that Clang has by other names.
// RUN: %detrain plan %s -- g++ -std=c++17 -DIS_GCC | FileCheck %s
// RUN: %detrain rewrite %s -o %t -- g++ -std=c++17 -DIS_GCC
// CHECK: gcc_only.cpp:[[# @LINE + 26]] in main;
// CHECK: bitwise
#include <cstdio>
#include <string>

struct Rule {
  template <typename T>
  struct Scaled {
    constexpr Scaled(std::string name) : size(name.size()) {}
    constexpr T operator()(T x) const { return x * 0.5f + static_cast<T>(size); }
    static constexpr std::string Name(T) { return "half"; }
    std::size_t size;
  };
};

#if defined(__x86_64__) && defined(IS_GCC)
unsigned Mix(unsigned char a, unsigned short b) {
  return __builtin_ia32_rolqi(a, 3) + __builtin_ia32_rorqi(a, 1) + __builtin_ia32_rolhi(b, 5) +
         __builtin_ia32_rorhi(b, 2);
}
#endif

int main() {
  static float w[4] = {1, 2, 3, 4};
  unsigned mixed = 1;
  const Rule::Scaled<float> rule("ab");
  for (int step = 0; step < 5; step++) {
    mixed = Mix(mixed, mixed * 7);
    for (float& x : w)
      x = rule(x) + (mixed % 3);
  }
  std::printf("%.9g %u %s\n", w[3], mixed, Rule::Scaled<float>::Name(0).c_str());
}
