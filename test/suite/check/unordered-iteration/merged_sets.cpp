// Hash tables are put together in a list, which keeps their order. Twin: in another hash table, whose order nobody sees.
// OBSERVE: none
#include <cstdio>
#include <map>
#include <unordered_map>
#include <unordered_set>
#include <vector>
using All = std::vector<int>;
// twin: using All = std::unordered_set<int>;
static void Put(std::unordered_set<int> &all, const std::unordered_set<int> &some) { all.insert(some.begin(), some.end()); }  // site: quiet
static void Put(std::vector<int> &all, const std::unordered_set<int> &some) { all.insert(all.end(), some.begin(), some.end()); }  // site: unordered-iteration error state | twin: quiet
int main() {
  std::vector<std::unordered_set<int>> sets(4);
  for (int i = 0; i < 100; i++) sets[static_cast<std::size_t>(i % 4)].insert(i * 7919 % 1013);
  std::vector<float> w(1013, 1.0f);
  float last = 0;
  for (int step = 0; step < 4; step++) {
    All all;
    for (const auto &set : sets)
      if (set.size() > 3) Put(all, set);
    for (const int element : all) w[static_cast<std::size_t>(element)] *= 0.5f;  // site: quiet
    last = 0.5f * last + w[static_cast<std::size_t>(*all.begin() % 2 + step)];
    // twin: last = 0.5f * last + w[static_cast<std::size_t>(static_cast<int>(all.size()) % 2 + step)];
    std::map<int, float> sums;
    for (int i = 0; i < 9; i++) sums[i] = 0;
    std::unordered_map<int, float> grads;
    for (int i = 0; i < 40; i++) grads[i * 7919 % 1013] = last / static_cast<float>(i + 1);
    for (const auto &[key, grad] : grads) sums.at(key % 9) += grad;  // site: unordered-iteration error state
    // twin: for (const auto &[key, grad] : grads) sums.at(key % 9) = 0;  // site: quiet
    last = 0.1f * last + sums[4];
  }
  std::printf("%f\n", static_cast<double>(w[3] + last));
}
