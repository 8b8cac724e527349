// The best k documents are kept in a heap by their score, and of those with the last score one is dropped, as reported in
// pisa-engine/pisa#515. Twin: of the same score the larger number goes first.
// OBSERVE: none
// KIND: ties
#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <utility>
#include <vector>
using Entry = std::pair<float, unsigned>;
class Best {
 public:
  explicit Best(std::size_t k) : k_(k) {}
  void Insert(float score, unsigned document) {
    entries_.emplace_back(score, document);
    std::push_heap(entries_.begin(), entries_.end(), Less);  // site: quiet
    if (entries_.size() <= k_) return;
    std::pop_heap(entries_.begin(), entries_.end(), Less);  // site: unordered-iteration warning state | twin: quiet
    entries_.pop_back();
  }
  const std::vector<Entry> &Entries() {
    std::sort(entries_.begin(), entries_.end());  // site: quiet
    return entries_;
  }

 private:
  static bool Less(const Entry &a, const Entry &b) { return a.first > b.first; }
  // twin: static bool Less(const Entry &a, const Entry &b) { return a.first != b.first ? a.first > b.first : a.second < b.second; }
  std::size_t k_;
  std::vector<Entry> entries_;
};
int main() {
  std::vector<float> weight(100, 1.0f);
  for (int query = 0; query < 20; query++) {
    Best best(10);
    for (unsigned d = 0; d < 100; d++) best.Insert(static_cast<float>((d * 7 + static_cast<unsigned>(query)) % 12), d);
    for (const Entry &entry : best.Entries()) weight[entry.second] *= 0.9f + 0.01f * entry.first;
  }
  for (float v : weight) std::printf("%.9g\n", static_cast<double>(v));
}
