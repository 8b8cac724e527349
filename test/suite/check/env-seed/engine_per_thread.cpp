// Each thread's engine is seeded by the thread's number in the system. Twin: set for each element.
// FLAGS: -fopenmp
// OBSERVE: none
#include <cstdio>
#include <functional>
#include <thread>
static float Noise(unsigned element) {
  thread_local unsigned state =
      static_cast<unsigned>(std::hash<std::thread::id>{}(std::this_thread::get_id()));  // site: env-seed error state
  // twin: 1;  // site: quiet
  (void)element;
  // twin: state = element;
  state = state * 1664525u + 1013904223u;
  return static_cast<float>(state >> 8) * 1e-8f;
}
int main() {
  static float w[100];
  for (unsigned step = 0; step < 4; step++) {
#pragma omp parallel for
    for (int i = 0; i < 100; i++) w[i] = 0.5f * w[i] + Noise(100 * step + static_cast<unsigned>(i));
  }
  std::printf("%f\n", static_cast<double>(w[0]));
}
