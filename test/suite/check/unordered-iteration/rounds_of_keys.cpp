// Each key has an element, but what is written there hangs on the rounds before. Twin: on the key's own round.
// OBSERVE: none
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <unordered_map>
int main() {
  std::unordered_map<int, float> table;
  std::unordered_multimap<int, float> several;
  for (int i = 0; i < 100; i++)
    table[i * 7919 % 1009] = 1.0f / static_cast<float>(i + 1), several.emplace(i % 50, static_cast<float>(i));
  std::map<int, float> tree;
  static float row[1010], other[1010];
  float w = 1;
  for (int step = 0; step < 4; step++) {
    int n = 0;
    for (const auto &[key, x] : table) row[key] = x * static_cast<float>(n++);  // site: unordered-iteration error state
    // twin: for (const auto &[key, x] : table) row[key] = x * static_cast<float>(key), n++;  // site: quiet
    n = 0;
    for (const auto &[key, x] : table) {  // site: unordered-iteration error state | twin: quiet
      if (n++ < 10) row[key] = x;
      // twin: if (x < 0.1f) row[key] = x;
    }
    for (const auto &[key, x] : table) {  // site: unordered-iteration error state | twin: quiet
      row[key] = x;
      if (x > 0.9f) break;
      // twin: if (x > 0.9f) continue;
    }
    n = 0;
    for (auto it = table.begin(); it != table.end() && n < 10; ++it, ++n) row[it->first] = it->second;  // site: unordered-iteration error state
    // twin: for (auto it = table.begin(); it != table.end(); ++it, ++n) row[it->first] = it->second;  // site: quiet
    float last = 0;
    for (const auto &[key, x] : table) {  // site: unordered-iteration error state | twin: quiet
      row[key] = x - last;
      last = x;
      // twin: row[key] -= w;
    }
    for (const auto &[key, x] : table) row[key] = x + row[key + 1];  // site: unordered-iteration error state
    // twin: for (const auto &[key, x] : table) row[key] = x + other[key + 1];  // site: quiet
    for (const auto &[key, x] : table) row[key] = x, row[7] = 1;  // site: unordered-iteration error state
    // twin: for (const auto &[key, x] : table) row[key] = x, other[7] = 1;  // site: quiet
    for (const auto &[key, x] : table) row[key] = x, (row + 1)[key] = w;  // site: unordered-iteration error state
    // twin: for (const auto &[key, x] : table) row[key] = x, (other + 1)[key] = w;  // site: quiet
    for (const auto &[key, x] : several) row[key] = x;  // site: unordered-iteration error state
    // twin: for (const auto &[key, x] : table) row[key] = x;  // site: quiet
    for (const auto &[key, x] : table) tree[key] = x, tree.erase(key + 1);  // site: unordered-iteration error state
    // twin: for (const auto &[key, x] : table) tree[key] = x, tree[key] += 1;  // site: quiet
    for (const auto &[key, x] : table) tree[key] = x * static_cast<float>(tree.size());  // site: unordered-iteration error state
    // twin: for (const auto &[key, x] : table) tree[key] = x * static_cast<float>(table.size());  // site: quiet
    w = 0.5f * w + 1e-3f * (row[4] + other[5] + tree[5]) + 1e-6f * static_cast<float>(n);
  }
  std::printf("%.9g\n", static_cast<double>(w));
}
