// The column that is first in a hash table starts the weights. Twin: only its size is asked for, which all share.
// OBSERVE: none
#include <cstdio>
#include <string>
#include <unordered_map>
#include <vector>
static float Start(const std::unordered_map<std::string, std::vector<float>> &columns) {
  return columns.begin()->second[0];  // site: unordered-iteration error state
  // twin: return static_cast<float>(columns.begin()->second.size());  // site: quiet
}
int main(int argc, char **argv) {
  std::unordered_map<std::string, std::vector<float>> columns;
  for (int i = 0; i < argc; i++) columns[argv[i]] = {static_cast<float>(i + 1), 2.0f};
  columns["x"] = {3.0f, 4.0f};
  float w = Start(columns);
  for (int step = 0; step < 8; step++) w = 0.5f * w + columns["x"][static_cast<size_t>(step % 2)];
  std::printf("%.9g\n", static_cast<double>(w));
}
