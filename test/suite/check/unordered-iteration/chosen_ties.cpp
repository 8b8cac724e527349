// Indices in the order of what a table holds for them: equal entries leave their order to the library. Twins: the index
// breaks the tie, or the sort is stable.
// KIND: ties
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <vector>
int main() {
  std::vector<int> gain(64), order(64), rank(64);
  std::vector<float> w(64);
  for (int step = 0; step < 6; step++) {
    for (int i = 0; i < 64; i++) gain[i] = (i * 5 + step) % 9 - 4;
    std::iota(order.begin(), order.end(), 0);
    std::nth_element(order.begin(), order.begin() + 8, order.end(), [&](int a, int b) { return std::abs(gain[a]) > std::abs(gain[b]); });  // site: unordered-iteration warning state
    // twin: std::nth_element(order.begin(), order.begin() + 8, order.end(), [&](int a, int b) { return gain[a] != gain[b] ? gain[a] > gain[b] : a < b; });  // site: quiet
    for (int i = 0; i < 8; i++) w[order[i]] -= 0.1f * static_cast<float>(gain[order[i]]);
    std::iota(rank.begin(), rank.end(), 0);
    std::sort(rank.begin(), rank.end(), [&](int a, int b) { return gain[a] < gain[b]; });  // site: unordered-iteration warning state
    // twin: std::stable_sort(rank.begin(), rank.end(), [&](int a, int b) { return gain[a] < gain[b]; });  // site: quiet
    for (int i = 0; i < 64; i++) w[rank[i]] *= 1.0f - 1e-3f * static_cast<float>(i);
  }
  for (float x : w) std::printf("%.9g\n", static_cast<double>(x));
}
