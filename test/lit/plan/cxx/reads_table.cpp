// Rows of a file, each in a vector of its own, and then training: the loop that reads updates nothing that a later
// iteration sees.
// RUN: cd %S && %detrain plan reads_table.cpp -- -DTWIN=0 | FileCheck %s
// RUN: cd %S && %detrain plan reads_table.cpp -- -DTWIN=1 | FileCheck %s --check-prefix=TWIN1
//
// CHECK: reads_table.cpp:{{[0-9]+}} in main
// CHECK: bitwise
// CHECK-DAG: {{^  }}w {{.*}} carried{{$}}
//
// Twin 1: the row outlives the iteration, which goes on where the last one ended, and nothing trains.
// TWIN1: reads_table.cpp:{{[0-9]+}} in Read
#include <cstddef>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>
struct Table {
  std::vector<float> values, targets;
};
Table Read(const std::string &path) {
  std::ifstream file(path);
  Table table;
  std::vector<float> means(8);
  for (std::string line; std::getline(file, line);) {
    std::istringstream cells(line);
    std::vector<float> row;
    for (std::string cell; std::getline(cells, cell, ',');) row.push_back(std::stof(cell));
    table.targets.push_back(row.back());
#if TWIN == 1
    for (std::size_t k = 0; k < means.size(); ++k) means[k] = 0.9f * means[k] + 0.1f * row[0] * means[7 - k];
    table.targets.back() += means[0];
#endif
    table.values.insert(table.values.end(), row.begin(), row.end() - 1);
  }
  return table;
}
int main(int argc, char **argv) {
  const Table table = Read(argc > 1 ? argv[1] : "table.csv");
  std::vector<float> w(4);
#if TWIN == 0
  for (int step = 0; step < 12; ++step) {
    for (std::size_t k = 0; k < table.targets.size(); ++k)
      for (std::size_t c = 0; c < 4; ++c) w[c] += 0.01f * (table.targets[k] - w[c]) * table.values[k * 4 + c];
  }
#endif
  std::printf("%g %zu\n", static_cast<double>(w[0]), table.targets.size());
}
