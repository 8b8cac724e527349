// Two vectors that swap their contents: which block each has, and where it ends, is state. Twin: a copy moves nothing.
// STATE: carried w w.end w.capacity next next.end next.capacity | counter step
// TWIN: carried w | counter step | dead next
#include <cstdio>
#include <utility>
#include <vector>
int main() {
  std::vector<float> w = {1, 2, 3}, next = {0, 0, 0};
  for (int step = 0; step < 7; step++) {
    for (std::size_t i = 0; i < 3; i++) next[i] = 0.5f * w[2 - i] + static_cast<float>(step);
    for (std::size_t i = 0; i < 3; i++) w[i] = 0.9f * next[i] + 0.1f * w[i];
    std::swap(w, next);
    // twin: for (std::size_t i = 0; i < 3; i++) w[i] = next[i];
  }
  std::printf("%f %f\n", w[0], w[2]);
}
