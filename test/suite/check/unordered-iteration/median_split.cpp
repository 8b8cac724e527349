// A tree of points is split at the median of one coordinate; which of the points with that coordinate come first is the
// library's choice, as reported in scipy/scipy#19029. Twin: points with the same coordinate by their number.
// OBSERVE: none
// KIND: ties
#include <algorithm>
#include <cstdio>
#include <vector>
struct Point {
  float at[2];
  int number;
};
class Tree {
 public:
  explicit Tree(std::vector<Point> points) : points_(std::move(points)) { Build(0, static_cast<int>(points_.size()), 0); }
  int NumberAt(int i) const { return points_[i].number; }

 private:
  void Build(int first, int last, int axis) {
    if (last - first < 2) return;
    const int middle = (first + last) / 2;
    std::nth_element(points_.begin() + first, points_.begin() + middle, points_.begin() + last,  // site: unordered-iteration warning state | twin: quiet
                     [axis](const Point &a, const Point &b) { return a.at[axis] < b.at[axis]; });
                     // twin: [axis](const Point &a, const Point &b) { return a.at[axis] < b.at[axis] || (a.at[axis] == b.at[axis] && a.number < b.number); });
    Build(first, middle, 1 - axis);
    Build(middle + 1, last, 1 - axis);
  }
  std::vector<Point> points_;
};
int main() {
  std::vector<Point> points;
  for (int i = 0; i < 64; i++) points.push_back({{static_cast<float>(i % 8), static_cast<float>(i / 8)}, i});
  const Tree tree(points);
  std::vector<float> w(64, 0.0f);
  for (int step = 0; step < 10; step++)
    for (int i = 0; i < 64; i++) w[tree.NumberAt(i)] += 0.1f * (static_cast<float>(i + step) - w[tree.NumberAt(i)]);
  for (float v : w) std::printf("%.9g\n", static_cast<double>(v));
}
