// Times in arrays that a pointer walks over and whose elements a template names. Twin: another element is used.
// OBSERVE: none
#include <array>
#include <chrono>
#include <cstdio>
static float Now() {
  return static_cast<float>(std::chrono::steady_clock::now().time_since_epoch().count());  // site: env-seed error state | twin: quiet
}
template <int place>
static void Put(std::array<float, 4> &all, float x) {
  all[place] = x;
}
int main() {
  float w = 1;
  for (int step = 0; step < 8; step++) {
    float walked[3] = {1, 1, 1};
    float *end = walked + 3;
    for (float *p = walked; p != end; p++) *p = Now();
    // twin: for (float *p = walked; p != end; p++) *p = w;
    std::array<float, 4> chosen = {1, 1, 1, 1};
    Put<1>(chosen, Now());
    Put<3>(chosen, w);
    w -= 1e-30f * w * (walked[1] + chosen[1]);
    // twin: w -= 1e-30f * w * (walked[1] + chosen[3]);
    std::printf("%f\n", static_cast<double>(chosen[1]));
  }
  std::printf("%a\n", static_cast<double>(w));
}
