// Trees that are empty before a nest of loops, and grow in its steps: what is known of the inner loop behind its first
// iteration, which finds a node, does not tell what it finds where it is entered for the first time.
// RUN: %detrain plan %s -- -std=c++17 | FileCheck %s
// CHECK: Guarantee
// CHECK-NEXT: bitwise
#include <cstdio>
#include <map>
#include <set>
#include <string>
#include <utility>

int main() {
  std::set<int> seen;
  std::map<std::pair<int, int>, std::string> notes;
  float loss = 0.5f;
  int step = 0;
  for (int epoch = 0; epoch < 3; epoch++)
    for (int batch = 0; batch < 3; batch++) {
      step++;
      seen.insert(step % 5);
      if (seen.size() > 3)
        seen.erase(seen.begin());
      notes[{batch, epoch}] += "ab";
      loss = 0.5f * loss + 0.1f * *seen.rbegin() + 0.01f * notes.begin()->second.size();
      std::printf("%a\n", loss);
    }
}
