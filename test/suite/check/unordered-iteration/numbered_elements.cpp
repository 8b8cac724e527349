// Each element gets a number of its own, and which one hangs on the rounds before: a count, a running sum, a draw.
// Twin: it is the element's, or the same in every round.
// OBSERVE: none
#include <cstdio>
#include <cstdlib>
#include <random>
#include <unordered_map>
#include <unordered_set>
#include <vector>
struct Row {
  float weight = 0;
  int id = 0;
  std::minstd_rand own;
  std::vector<float> parts;
};
static int next_id;
static int Number() { return next_id++; }
int main() {
  std::unordered_map<int, int> table;
  std::unordered_map<int, Row> rows;
  std::unordered_set<int> rare;
  for (int i = 0; i < 100; i++) table[i * 7919 % 1009] = i, rows[i * 31 % 97].id = i, rare.insert(i * 13 % 89);
  static float row[1010];
  static int at[1010];
  std::mt19937 generator(5);
  float w = 1;
  int scratch = 0;
  for (int step = 0; step < 4; step++) {
    int n = 0;
    for (auto &[key, x] : table) x = n++;  // site: unordered-iteration error state
    // twin: for (auto &[key, x] : table) x = n + key;  // site: quiet
    for (auto &entry : table) row[entry.first] = static_cast<float>(rand());  // site: unordered-iteration error state, ambient-rng error state
    // twin: for (auto &[key, one] : rows) one.weight = w * static_cast<float>(key % 7);  // site: quiet
    for (auto &[key, one] : rows) one.weight = static_cast<float>(generator() % 7);  // site: unordered-iteration error state
    // twin: for (auto &[key, one] : rows) one.weight = static_cast<float>(one.own() % 7);  // site: quiet
    for (auto &[key, one] : rows) one.id = Number();  // site: unordered-iteration error state
    // twin: for (auto &[key, one] : rows) one.id = next_id;  // site: quiet
    int end = 0;
    for (auto &[key, x] : table) {  // site: unordered-iteration error state | twin: quiet
      end += x;
      x = end;
      // twin: x = x + 1;
    }
    for (int key : rare) at[key] = n++;  // site: unordered-iteration error state
    // twin: for (int key : rare) at[key] += n;  // site: quiet
    for (auto &[key, one] : rows) one.parts.push_back(static_cast<float>(n++));  // site: unordered-iteration error state
    // twin: for (auto &[key, one] : rows) one.parts.assign(2, w);  // site: quiet
    for (auto &[key, x] : table) {  // site: unordered-iteration error state | twin: quiet
      scratch += 1;
      // twin: scratch = 0;
      for (int i = 0; i < 4; i++) scratch += i * key;
      x = scratch;
    }
    for (auto it = table.begin(); it != table.end(); ++it) it->second = n++;  // site: unordered-iteration error state
    // twin: for (auto it = table.begin(); it != table.end(); ++it, ++n) it->second = it->first;  // site: quiet
    for (int i = 0; i < 1010; i++) w += row[i] + static_cast<float>(at[i]);
    std::printf("%g %d %g %zu\n", w, table[7919 % 1009], rows[31].weight, rows[31].parts.size());
    for (float part : rows[31].parts) w += part;
    std::printf("%d\n", rows[31].id);
  }
}
