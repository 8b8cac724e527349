// No step loop: the order of a hash table leaves by a result, and by a parameter. Twins: sorted, a sum of integers.
#include <algorithm>
#include <cstdio>
#include <unordered_map>
#include <unordered_set>
#include <vector>
std::vector<int> Keys(const std::unordered_map<int, float> &table) {
  std::vector<int> keys;
  for (const auto &entry : table) keys.push_back(entry.first);  // site: unordered-iteration warning state | twin: quiet
  keys.shrink_to_fit();
  // twin: std::sort(keys.begin(), keys.end());
  return keys;
}
void Flatten(const std::unordered_set<int> &set, int *out) {
  for (int x : set) *out++ = x;  // site: unordered-iteration warning state
  // twin: for (int x : set) *out += x;  // site: quiet
}
#ifdef RUN
int main() {
  std::unordered_map<int, float> table;
  std::unordered_set<int> set;
  int out[20] = {0};
  for (int i = 0; i < 20; i++) table[i * i] = 1, set.insert(i * 37 % 91);
  Flatten(set, out);
  std::printf("%d %d\n", Keys(table)[0], out[0]);
}
#endif
