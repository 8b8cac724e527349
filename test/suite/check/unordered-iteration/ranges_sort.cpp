// What a hash table counted is sorted by the counts. Twin: as wholes, keys and counts.
// FLAGS: -std=c++20
// OBSERVE: none
#include <algorithm>
#include <cstdio>
#include <string>
#include <unordered_map>
#include <vector>
int main() {
  std::unordered_map<std::string, int> count;
  char word[64];
  while (std::scanf("%63s", word) == 1) count[word]++;
  std::vector<std::pair<std::string, int>> all(count.begin(), count.end());  // site: unordered-iteration error output | twin: quiet
  std::reverse(all.begin(), all.end());
  // twin: std::ranges::sort(all);
  FILE *out = std::fopen("vocabulary.txt", "w");
  if (!out) return 1;
  for (const auto &[key, n] : all) std::fprintf(out, "%s %d\n", key.c_str(), n);
  std::fclose(out);
}
