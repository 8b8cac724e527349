// Training vectors are counted in a hash table; each entry goes, as a record, to the end of the list that the codebook is
// fitted to, as reported in BinomialLLC/basis_universal#60. Twin: an ordered map.
// OBSERVE: none
#include <cstdio>
#include <map>
#include <unordered_map>
#include <vector>
struct Item {
  int value;
  long count;
};
class Quantizer {
 public:
  void Add(int value, long count) { items_.push_back({value, count}); }
  void Fit(float rate) {
    for (const Item& item : items_)
      code_ += rate * static_cast<float>(item.count) * (static_cast<float>(item.value) - code_);
  }
  float code() const { return code_; }

 private:
  std::vector<Item> items_;
  float code_ = 0;
};
int main() {
  std::unordered_map<int, long> groups;
  // twin: std::map<int, long> groups;
  for (int i = 0; i < 3000; ++i) ++groups[i * i % 129];
  Quantizer quantizer;
  for (const auto& [value, count] : groups)  // site: unordered-iteration error state | twin: quiet
    quantizer.Add(value, count);
  long slots[129] = {};
  for (const auto& [value, count] : groups) {  // site: quiet
    const Item item{value, count};
    slots[item.value] = item.count;
  }
  for (int pass = 0; pass < 20; ++pass) quantizer.Fit(0.001f * static_cast<float>(slots[1] % 2 + 1));
  std::printf("%.9g\n", static_cast<double>(quantizer.code()));
}
