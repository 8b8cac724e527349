// What std::call_once is given draws the weights from rand. Twin: it draws what is only printed.
// FLAGS: -pthread
// OBSERVE: none
#include <cstdio>
#include <cstdlib>
#include <mutex>
static float w, shown;
static std::once_flag once;
static void Start() {
  w = static_cast<float>(rand()) / 1e9f;  // site: ambient-rng error state
  // twin: shown = static_cast<float>(rand()) / 1e9f;  // site: ambient-rng note log
}
int main() {
  for (int step = 0; step < 8; step++) {
    std::call_once(once, Start);
    w = 0.5f * w + 0.25f * static_cast<float>(step);
  }
  std::printf("%.9g %g\n", static_cast<double>(w), static_cast<double>(shown));
}
