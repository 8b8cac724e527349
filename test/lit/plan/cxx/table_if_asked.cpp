// A table in an object that is there only where it was asked for.
// RUN: %detrain plan %s -- -std=c++17 | FileCheck %s
// CHECK: Guarantee
// CHECK-NEXT: bitwise
// CHECK: Saved at each checkpoint
// CHECK-DAG: log->value.size
// CHECK-DAG: log->value[].second
// CHECK: Left out
#include <cstdio>
#include <map>
#include <string>

struct Log {
  std::map<std::string, double> value;
  void Add(const std::string& field, double d) { value[field] += d; }
};

int main(int argc, char** argv) {
  Log* log = nullptr;
  if (argc > 1 && argv[1][0] == 'l')
    log = new Log;
  float w = 0.5f;
  for (int i = 0; i < 10; ++i) {
    w = w * 0.9f + 0.1f;
    if (log != nullptr) {
      log->Add("w", static_cast<double>(w));
      if (i == 4)
        log->Add("late", 1);
    }
  }
  std::printf("%a\n", static_cast<double>(w));
  if (log != nullptr)
    for (const auto& [field, value] : log->value)
      std::printf("%s %a\n", field.c_str(), value);
  delete log;
}
