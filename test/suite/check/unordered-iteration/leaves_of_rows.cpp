// A queue by priority of records that own their rows, so that the library assigns them by a function of the record's;
// what orders them is a functor. Twin: leaves with the same gain are told apart by their numbers.
// KIND: ties
#include <cstdio>
#include <queue>
#include <vector>
struct Leaf {
  int gain, id;
  std::vector<int> rows;
};
struct SmallerGain {
  bool operator()(const Leaf &a, const Leaf &b) const { return a.gain < b.gain; }
  // twin: bool operator()(const Leaf &a, const Leaf &b) const { return a.gain != b.gain ? a.gain < b.gain : a.id > b.id; }
};
class Grower {
 public:
  explicit Grower(std::vector<float> &score) : score_(score) {
    std::vector<int> all;
    for (int i = 0; i < static_cast<int>(score.size()); i++) all.push_back(i);
    Add(all);
  }
  void Grow(int leaves) {
    while (count_ < leaves && !open_.empty()) {
      const Leaf top = open_.top();
      open_.pop();  // site: unordered-iteration warning state | twin: quiet
      Split(top);
    }
  }

 private:
  void Add(const std::vector<int> &rows) { open_.push(Leaf{static_cast<int>(rows.size()) % 3, count_++, rows}); }
  void Split(const Leaf &leaf) {
    std::vector<int> left, right;
    for (int row : leaf.rows) (row % (count_ + 1) != 0 ? left : right).push_back(row);
    for (int row : left) score_[row] = 0.9f * score_[row] + 0.1f / static_cast<float>(count_);
    Add(left);
    Add(right);
  }
  std::priority_queue<Leaf, std::vector<Leaf>, SmallerGain> open_;
  std::vector<float> &score_;
  int count_ = 0;
};
int main() {
  std::vector<float> score(100);
  for (int round = 0; round < 4; round++) Grower(score).Grow(12);
  for (float x : score) std::printf("%.9g\n", static_cast<double>(x));
}
