// A program that enters its options one by one: at each of 200 places the library's text makes a node of a tree, and at
// each a vector of strings may grow. They are few objects to the analysis, which otherwise is too large a program.
// RUN: %detrain plan %s -- g++ -std=c++17 | FileCheck %s
// CHECK: bitwise
// CHECK: Saved at each checkpoint
// CHECK-DAG: step {{.*}} counter
// CHECK-DAG: weight {{.*}} carried
// CHECK-DAG: options[].second {{.*}} carried
#include <cstdio>
#include <map>
#include <string>
#include <vector>

static std::map<std::string, double> options;
static std::vector<std::string> names;

static void Register(const std::string& name, double value) {
  options[name] = value;
  names.push_back(name);
}

#define TEN(name, value)                                                                                        \
  Register(name "0", value), Register(name "1", value), Register(name "2", value), Register(name "3", value),   \
      Register(name "4", value), Register(name "5", value), Register(name "6", value), Register(name "7", value), \
      Register(name "8", value), Register(name "9", value)
#define HUNDRED(name)                                                                                       \
  TEN(name "a", 0), TEN(name "b", 1), TEN(name "c", 2), TEN(name "d", 3), TEN(name "e", 4), TEN(name "f", 5), \
      TEN(name "g", 6), TEN(name "h", 7), TEN(name "i", 8), TEN(name "j", 9)

int main() {
  HUNDRED("rate");
  HUNDRED("momentum");
  double weight = 1;
  for (int step = 0; step < 20; ++step) {
    weight = weight * 0.9 + options.at("ratea0");
    options.at("rateb1") *= 0.5;
    std::printf("%s %.17g\n", names[step].c_str(), weight);
  }
}
