// The keys are copied and used as they come. Twin: they are sorted first.
#include <algorithm>
#include <cstdio>
#include <string>
#include <unordered_map>
#include <vector>
int main() {
  std::unordered_map<std::string, int> vocabulary;
  for (int i = 0; i < 50; i++) vocabulary[std::string(1, static_cast<char>('a' + i % 26))] += i;
  std::vector<std::string> words;
  for (const auto &entry : vocabulary) words.push_back(entry.first);  // site: unordered-iteration error state | twin: quiet
  std::reverse(words.begin(), words.end());
  // twin: std::sort(words.begin(), words.end());
  double w = 1;
  for (int step = 0; step < 8; step++)
    for (const auto &word : words) w = 0.9 * w + 1e-3 * word[0];
  std::printf("%.17g\n", w);
}
