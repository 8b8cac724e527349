// What detrain reads in place of parts of libstdc++ is read as C++98, too.
// RUN: %detrain plan %s -- g++ -std=c++98 | FileCheck %s
// CHECK: old_library.cpp:[[# @LINE + 20]] in main;
#include <algorithm>
#include <cstdio>
#include <list>
#include <map>
#include <string>
#include <vector>
static float Sum(const std::list<float>& all) {
  float sum = 0;
  for (std::list<float>::const_iterator i = all.begin(); i != all.end(); ++i)
    sum += *i;
  return sum;
}
int main() {
  std::list<float> all;
  std::map<std::string, float> rates;
  std::vector<float> w(4, 0.5f);
  rates["w"] = 0.1f;
  all.push_back(1);
  all.push_back(2);
  for (int step = 0; step < 5; step++) {
    std::vector<float> old = w;
    std::sort(old.begin(), old.end());
    for (int i = 0; i < 4; i++)
      w[i] += rates["w"] * (Sum(all) - old[0]);
  }
  std::printf("%.9g\n", w[3]);
}
