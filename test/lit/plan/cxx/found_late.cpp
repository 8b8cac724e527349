// A table that has nodes when the loop begins, and gets one more in a step that not every one takes: what inner loops of
// the library learn where it is there is not taken for what they find where it was never made.
// RUN: %detrain plan %s -- -std=c++17 | FileCheck %s
// CHECK: Guarantee
// CHECK-NEXT: bitwise
// CHECK-DAG: rates.bucket_count
// CHECK-DAG: rates[].second f32
#include <cmath>
#include <cstdio>
#include <string>
#include <unordered_map>

int main() {
  std::unordered_map<std::string, float> rates = {{"w", 0.1f}, {"b", 0.2f}};
  float g = 0.5f;
  int s = 0;
  do {
    s++;
    rates[s % 2 ? "w" : "b"] *= 0.9f;
    g += rates.at("w");
    if (auto it = rates.find("late"); it != rates.end())
      g += it->second;
    else if (s == 3)
      rates["late"] = g;
    g = std::fmod(g, 8.0f);
  } while (s < 12);
  std::printf("%a %a\n", static_cast<double>(g), static_cast<double>(rates.at("b")));
}
