// Parts of a pair that a call returns in each epoch; behind the steps both are read. Twin: only one is.
// STATE: carried w epoch i (rate,limit).first (rate,limit).second
// TWIN: carried w epoch i (rate,limit).first | dead (rate,limit).second
#include <cstdio>
#include <utility>
static std::pair<float, float> Schedule(int epoch) {
  const float e = static_cast<float>(epoch);
  return {0.1f / (e + 1), 4 - e};
}
int main() {
  float w[2] = {9, 3};
  for (int epoch = 0; epoch < 2; epoch++) {
    auto [rate, limit] = Schedule(epoch);
    for (int i = 0; i < 4; i++) {
      rate *= 0.9f;
      limit = 4 * rate;
      for (float& x : w) x -= rate * (x - 1);
    }
    std::printf("%f %f\n", rate, limit);
    // twin: std::printf("%f\n", rate);
  }
  std::printf("%f %f\n", w[0], w[1]);
}
