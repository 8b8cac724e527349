// A member that a condition chooses (where trees turn): which one is read is told, not only that it is one of the
// record's. So no link of a tree leads to the text of a key.
// RUN: cd %S && %detrain plan chosen_member.cpp | FileCheck %s
//
// CHECK: bitwise
// CHECK-DAG: {{^  }}w {{.*}} carried{{$}}
// CHECK-DAG: {{^  }}table.size {{.*}} invariant{{$}}
// CHECK-NOT: table.parent{{.*}}i8
#include <cstdio>
#include <map>
#include <string>
std::map<std::string, std::string> Read(int count) {
  std::map<std::string, std::string> out;
  for (int i = 0; i < count; ++i) {
    std::string line = "line " + std::to_string(i);
    out[line.substr(0, 6)] = line.substr(5);
  }
  return out;
}
int main(int argc, char**) {
  auto table = Read(argc + 4);
  const int steps = std::stoi(table["line 3"]);
  float w[3] = {1, 2, 3};
  for (int step = 0; step < steps; ++step) {
    for (int i = 0; i < 3; ++i)
      w[i] = w[i] * 0.5f + static_cast<float>(i);
    std::printf("%f %zu\n", w[0], table.size());
  }
}
