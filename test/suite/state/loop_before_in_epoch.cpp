// An epoch swaps its samples by a loop of its own, before the loop that trains. Twin: the samples stay.
// STATE: carried epoch i w order | stream libc::rand
// TWIN: carried epoch i w
#include <cstdio>
#include <cstdlib>
#include <utility>
int main() {
  int order[4] = {0, 1, 2, 3};
  float w[2] = {1, 2};
  for (int epoch = 0; epoch < 3; epoch++) {
    for (int k = 3; k > 0; k--) std::swap(order[k], order[std::rand() % (k + 1)]);
    // twin: for (int k = 3; k > 0; k--) std::printf("%d\n", order[k]);
    for (int i = 0; i < 4; i++) {
      const float error = w[0] * (float)order[i] + w[1];
      w[0] -= 0.01f * error * (float)order[i];
      w[1] -= 0.01f * error;
    }
    std::printf("%f %f\n", w[0], w[1]);
  }
}
