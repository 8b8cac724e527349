// Two rounds of a shared loop compute in one object. Twin: each in one of its own.
// FLAGS: -fopenmp
// OBSERVE: none
#include <cstdio>
#include <vector>
class Window {
 public:
  float Smooth(const std::vector<float> &w, int at) {
    for (int k = 0; k < 8; k++) x_[k] = w[static_cast<std::size_t>((at + k) % 64)];  // site: data-race error state | twin: quiet
    for (int k = 0; k + 1 < 8; k++) x_[k] = 0.5f * (x_[k] + x_[k + 1]);  // site: data-race error state | twin: quiet
    return x_[0];
  }

 private:
  float x_[8] = {};
};
int main() {
  std::vector<Window> windows(64);
  std::vector<float> w(64), next(64);
  for (std::size_t i = 0; i < w.size(); i++) w[i] = static_cast<float>(i % 5);
  for (int step = 0; step < 4; step++) {
#pragma omp parallel for
    for (int i = 0; i < 64; i++) {
      Window &mine = windows[static_cast<std::size_t>(i / 2)];
      // twin: Window &mine = windows[static_cast<std::size_t>(i)];
      next[static_cast<std::size_t>(i)] = mine.Smooth(w, i);
    }
    w.swap(next);
  }
  std::printf("%f\n", static_cast<double>(w[0]));
}
