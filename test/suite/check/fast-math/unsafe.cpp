// The last flag counts. Twin: it takes the first one back.  // site: fast-math warning state | twin: quiet
// FLAGS: -O2 -fno-fast-math -funsafe-math-optimizations
// TWIN-FLAGS: -O2 -funsafe-math-optimizations -fno-fast-math -fno-unsafe-math-optimizations
// OBSERVE: flags
#include <cstdio>
template <typename T>
T Mean(const T *x, int n) {
  T sum = 0;
  for (int i = 0; i < n; i++) sum += x[i] / 3;
  return sum / n;
}
int main() {
  static float w[300];
  for (int i = 0; i < 300; i++) w[i] = static_cast<float>(i % 13) / 7;
  for (int step = 0; step < 8; step++) {
    const float mean = Mean(w, 300);
    for (float &x : w) x += 0.1f * (mean - x) / 7;
  }
  std::printf("%.9g\n", static_cast<double>(w[5]));
}
