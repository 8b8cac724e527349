// Files are read in the order of std::filesystem. Twin: their paths are sorted.
// OBSERVE: none
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>
static std::vector<std::string> Paths(const std::string &folder) {
  std::vector<std::string> paths;
  for (const auto &entry : std::filesystem::directory_iterator(folder))  // site: unordered-iteration error state | twin: quiet
    paths.push_back(entry.path().string());
  // twin: paths.push_back(entry.path().string()); std::sort(paths.begin(), paths.end());
  return paths;
}
int main() {
  float w = 1;
  for (const std::string &path : Paths(".")) w = 0.9f * w + static_cast<float>(path.size());
  FILE *out = std::fopen("w.txt", "w");
  if (!out) return 1;
  std::fprintf(out, "%f\n", static_cast<double>(w));
  std::fclose(out);
}
