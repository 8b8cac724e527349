// Phases with a rate each, from a list without a name; steps lower the rate. Twin: they do not look at it.
// STATE: carried w i rate __begin1
// TWIN: carried w i __begin1 | dead rate
#include <cstddef>
#include <cstdio>
#include <vector>
int main() {
  std::vector<float> w = {1, 2, 3};
  for (float rate : {0.1f, 0.04f}) {
    for (int i = 0; i < 4; i++) {
      rate *= 0.75f;
      // twin: rate = 0.75f;
      for (float& x : w) x -= rate * (x - static_cast<float>(i));
    }
  }
  std::printf("%f %f\n", w[0], w[2]);
}
