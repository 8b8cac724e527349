// right: 17; wrong: 9,11,24,26,29,31; kind: a forest of stumps over floats, rows appended before and after the training
#include <cstdio>
#include <random>
#include <vector>
struct Stump { int feature; float cut, lo, hi; };
int main() {
  std::vector<std::vector<float>> x;
  std::vector<float> y;
  for (int i = 0; i < 100; i++) {
    std::vector<float> row;
    for (int j = 0; j < 3; j++) row.push_back((i * 31 + j * 7) % 53 / 53.0f);
    x.push_back(row);
    y.push_back(row[0] - row[1]);
  }
  std::mt19937 g(3);
  std::vector<Stump> forest;
  for (int t = 0; t < 20; t++) {
    int f = g() % 3;
    float cut = x[g() % x.size()][f], lo = 0, hi = 0; int nl = 0, nh = 0;
    for (size_t i = 0; i < x.size(); i++) if (x[i][f] < cut) lo += y[i], nl++; else hi += y[i], nh++;
    forest.push_back({f, cut, nl ? lo / nl : 0, nh ? hi / nh : 0});
  }
  std::vector<std::vector<float>> test;
  for (int i = 0; i < 10; i++) {
    std::vector<float> row;
    for (int j = 0; j < 3; j++) row.push_back(j / 3.0f + i / 30.0f);
    test.push_back(row);
  }
  for (auto& r : test) {
    float s = 0;
    for (auto& f : forest) s += r[f.feature] < f.cut ? f.lo : f.hi;
    std::printf("%a\n", double(s / forest.size()));
  }
}
