// Elements are chosen by what several keys share: the last one stays, floats are added. Twin: by the key itself.
// OBSERVE: none
#include <cstdio>
#include <map>
#include <unordered_map>
#include <unordered_set>
#include <vector>
struct Row {
  float weight, rate[4];
};
struct Pairs {
  bool operator()(int a, int b) const { return a / 2 < b / 2; }
};
static void Add(float *row, int at, float x) { row[at] += x; }
int main() {
  std::unordered_map<int, float> table;
  std::unordered_map<double, float> reals;
  std::unordered_set<long> rare;
  for (int i = 0; i < 100; i++)
    table[i * 7919 % 1009] = 1.0f / static_cast<float>(i + 1), rare.insert(i * 31 % 97), reals[i * 0.5] = 1.0f;
  std::vector<float> sums(1010, 1.0f);
  std::map<int, float> tree;
  std::map<long, float> wide;
  std::map<int, float, Pairs> pairs;
  std::unordered_map<int, float> hashed;
  std::vector<Row> rows(1010);
  static float row[1010], grid[1010][4];
  float w = 1;
  for (int step = 0; step < 4; step++) {
    for (const auto &[key, x] : table) sums[static_cast<size_t>(key % 7)] += w * x;  // site: unordered-iteration error state
    // twin: for (const auto &[key, x] : table) sums[static_cast<size_t>(key)] += w * x;  // site: quiet
    for (const auto &entry : table) row[entry.first / 2] = w * entry.second;  // site: unordered-iteration error state
    // twin: for (const auto &entry : table) row[entry.first] = w * entry.second;  // site: quiet
    for (auto [key, x] : table) row[static_cast<unsigned char>(key)] += x;  // site: unordered-iteration error state
    // twin: for (auto [key, x] : table) row[static_cast<long>(key)] += x;  // site: quiet
    for (const auto &[key, x] : reals) row[static_cast<int>(key)] += x;  // site: unordered-iteration error state
    // twin: for (const auto &[key, x] : reals) w = x > w ? x : w;  // site: quiet
    for (auto &[key, x] : table) tree[key / 2] = x;  // site: unordered-iteration error state
    // twin: for (auto &[key, x] : table) tree[key] = x;  // site: quiet
    for (auto &[key, x] : table) pairs[key] = x;  // site: unordered-iteration error state
    // twin: for (auto &[key, x] : table) wide[key] += x;  // site: quiet
    for (auto &[key, x] : table) hashed[key & 15] += x;  // site: unordered-iteration error state
    // twin: for (auto &[key, x] : table) hashed[key] += x;  // site: quiet
    for (long key : rare) row[key % 7] *= 0.9f, row[key % 7] += 1.5f;  // site: unordered-iteration error state
    // twin: for (long key : rare) row[key] *= 0.9f, row[key] += 1.5f;  // site: quiet
    for (auto it = table.begin(); it != table.end(); ++it) {  // site: unordered-iteration error state | twin: quiet
      const int at = it->first / 3;
      // twin: const int at = it->first;
      for (int i = 0; i < 4; i++) grid[at][i] += it->second;
    }
    for (const auto &[key, x] : table) Add(row, key + (key & 1), x);  // site: unordered-iteration error state
    // twin: for (const auto &[key, x] : table) Add(row, key, x);  // site: quiet
    for (const auto &[key, x] : table) {  // site: unordered-iteration error state | twin: quiet
      float *at = &row[key];
      if (x > 0.5f) at++;
      // twin: if (x > 0.5f) *at = 0;
      *at += x;
    }
    for (const auto &[key, x] : table) {  // site: unordered-iteration error state | twin: quiet
      Row &one = rows[static_cast<size_t>(key)], &next = rows[static_cast<size_t>(key + 1)];
      // twin: Row &one = rows[static_cast<size_t>(key)], &next = one;
      one.weight = 0.9f * one.weight + x, next.rate[0] = x;
      w += 0 * one.rate[0];
      // twin: one.rate[1] = one.rate[0];
    }
    w = 0.5f * w + 1e-3f * (sums[3] + row[4] + tree[5] + wide[6] + pairs[7] + hashed[8] + grid[9][1] + rows[9].rate[0]);
  }
  std::printf("%.9g\n", static_cast<double>(w + rows[3].weight));
}
