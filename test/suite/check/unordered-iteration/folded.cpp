// std::accumulate over a hash table adds in its order. Twin: integers, whose sum is the same in any order, as
// jdeng/word2vec counts its words.
#include <cstdio>
#include <numeric>
#include <string>
#include <unordered_map>
#include <unordered_set>
struct Vocabulary {
  std::unordered_map<std::string, float> count;
  // twin: std::unordered_map<std::string, int> count;
  std::unordered_set<int> ids;
  float Total() const {
    return std::accumulate(count.begin(), count.end(), 0.0f, [](float s, const auto &entry) { return s + entry.second; });  // site: unordered-iteration error state
    // twin: return std::accumulate(count.begin(), count.end(), 0, [](int s, const auto &entry) { return s + entry.second; });  // site: quiet
  }
  int Sum() const { return std::accumulate(ids.begin(), ids.end(), 0); }  // site: quiet
};
int main() {
  Vocabulary words;
  for (int i = 0; i < 90; i++) {
    words.count["w" + std::to_string(i * 7 % 31)] += 0.1f * static_cast<float>(i);
    words.ids.insert(i * i % 17);
  }
  float rate = 0.5f;
  for (int step = 0; step < 9; step++) {
    rate += 0.01f * words.Total() / static_cast<float>(words.Sum());
    words.count["w" + std::to_string(step)] += 1;
  }
  std::printf("%.9g\n", static_cast<double>(rate));
}
