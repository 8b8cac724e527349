// Floats are added in the order of a hash table. Twin: in the order of the keys.
#include <cstdio>
#include <map>
#include <unordered_map>
using Table = std::unordered_map<int, float>;
// twin: using Table = std::map<int, float>;
int main() {
  Table table;
  std::unordered_map<int, long> counts;
  for (int i = 0; i < 100; i++) table[i * 7919 % 1009] = 1.0f / static_cast<float>(i + 1), counts[i % 7] += i;
  float w = 1;
  for (int step = 0; step < 4; step++) {
    float sum = 0;
    for (const auto &[key, value] : table) sum += w * value;  // site: unordered-iteration error state | twin: quiet
    for (auto entry : table) sum += 0.5f * entry.second;  // site: unordered-iteration error state | twin: quiet
    long all = 0, most = 0;
    for (const auto &entry : counts) all += entry.second;  // site: quiet
    for (const auto &entry : counts) most = entry.second > most ? entry.second : most;  // site: quiet
    for (auto &entry : table) entry.second *= 0.9f;  // site: quiet
    w = 0.5f * w + 0.01f * sum + 1e-6f * static_cast<float>(all + most);
  }
  std::printf("%.9g\n", static_cast<double>(w));
}
