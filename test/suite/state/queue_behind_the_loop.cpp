// The library's loops, which keep a heap in order behind the training, are no step. Twin: the rate is of no step.
// STATE: carried rate w | counter step
// TWIN: carried w | counter step | invariant rate
#include <cstdio>
#include <queue>
#include <utility>
#include <vector>
int main() {
  std::vector<float> w = {1, 2, 3, 4};
  float rate = 0.5f;
  for (int step = 0; step < 8; ++step) {
    for (std::size_t i = 0; i < w.size(); ++i)
      w[i] -= rate * (w[i] - w[(i + 1) % w.size()]);
    rate *= 0.9f;
    // twin: std::printf("%d\n", step);
  }
  std::priority_queue<std::pair<float, int>> largest;
  for (std::size_t i = 0; i < w.size(); ++i)
    largest.emplace(w[i], static_cast<int>(i));
  std::printf("%f %d\n", static_cast<double>(largest.top().first), largest.top().second);
}
