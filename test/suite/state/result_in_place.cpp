// A function makes its result, an object, where the caller wants it. Twin: nothing of it changes while it trains.
// STATE: carried history.sum w-> | counter step
// TWIN: carried w-> | counter step
#include <cstdio>
#include <vector>
struct History {
  double sum = 0;
  std::vector<float> last;
};
static History Fit(std::vector<float>& w) {
  History history;
  for (int step = 0; step < 8; step++) {
    for (float& x : w) x = x * 0.9f + 0.1f;
    history.sum += w[0];
    // twin: (void)history;
  }
  history.last = w;
  return history;
}
int main() {
  std::vector<float> w(3, 2.0f);
  const History history = Fit(w);
  std::printf("%f %f\n", history.sum, history.last[2]);
}
