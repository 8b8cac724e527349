// A template over the type of its numbers: one that sums. Twin: it is given a buffer that it clears.
// STATE: carried w sum | counter step
// TWIN: carried w | counter step | dead sum
#include <cstdio>
template <typename T>
void Add(T* sum, const T* x, int n) {
  for (int i = 0; i < n; i++) sum[i] += x[i];
  // twin: for (int i = 0; i < n; i++) sum[i] = x[i];
}
int main() {
  double w[4] = {1, 2, 3, 4}, sum[4] = {};
  for (int step = 0; step < 8; step++) {
    Add(sum, w, 4);
    for (int i = 0; i < 4; i++) w[i] -= 0.05 * sum[i];
  }
  std::printf("%f %f\n", w[0], w[3]);
}
