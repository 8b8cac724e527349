// The median of the losses is found in a copy, whose elements change places in each step. Twin: in the losses themselves.
// STATE: carried w losses | counter step | dead copy
// TWIN: carried w losses | counter step
#include <algorithm>
#include <cstdio>
#include <vector>
int main() {
  std::vector<float> losses = {3, 1, 4, 1, 5}, copy(5);
  float w = 1;
  for (int step = 0; step < 8; step++) {
    losses[step % 5] += w;
    std::copy(losses.begin(), losses.end(), copy.begin());
    std::vector<float>& among = copy;
    // twin: std::vector<float>& among = losses;
    std::nth_element(among.begin(), among.begin() + 2, among.end());
    w -= 0.01f * among[2];
    std::printf("%f\n", w);
  }
}
