// No step loop: drawn weights leave by a parameter. Twin: they are the engine's own bits.
#include <cstdio>
#include <random>
void Initialise(float *w, int n, unsigned seed) {
  std::mt19937 engine(seed);
  std::normal_distribution<float> normal(0, 0.02f);
  for (int i = 0; i < n; i++)
    w[i] = normal(engine);  // site: vendor-distribution warning state
    // twin: w[i] = static_cast<float>(engine() >> 8) / 16777216.0f - 0.5f * (normal.mean() + 1);  // site: quiet
}
#ifdef RUN
int main() {
  float w[4];
  Initialise(w, 4, 9);
  std::printf("%f\n", static_cast<double>(w[3]));
}
#endif
