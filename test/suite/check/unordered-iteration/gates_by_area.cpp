// Gates are sorted by area alone, and the first one that fits is taken, as reported in lsils/mockturtle#654. Twin: gates of
// the same area by their delay and number.
// OBSERVE: none
// KIND: ties
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <map>
#include <vector>
struct Gate {
  unsigned number;
  float area, delay;
};
class Library {
 public:
  void Add(std::uint64_t function, const Gate &gate) { gates_[function].push_back(gate); }
  void Order() {
    for (auto &[function, gates] : gates_)
      std::sort(gates.begin(), gates.end(), [](auto const &a, auto const &b) { return a.area < b.area; });  // site: unordered-iteration warning state
      // twin: std::sort(gates.begin(), gates.end(), [](auto const &a, auto const &b) { return a.area != b.area ? a.area < b.area : a.delay != b.delay ? a.delay < b.delay : a.number < b.number; });  // site: quiet
  }
  const Gate &First(std::uint64_t function) const { return gates_.at(function).front(); }

 private:
  std::map<std::uint64_t, std::vector<Gate>> gates_;
};
int main() {
  Library library;
  for (unsigned i = 0; i < 120; i++) library.Add(i % 6, {i, static_cast<float>(i % 4 + 1), static_cast<float>(i * 7 % 13)});
  library.Order();
  float slack = 100;
  for (int round = 0; round < 40; round++) slack = 0.95f * slack + library.First(static_cast<std::uint64_t>(round % 6)).delay;
  std::printf("%.9g\n", static_cast<double>(slack));
}
