// Distributions of <random>: the standard does not say what they draw. Twins: arithmetic on what the engine gives.
#include <cstdio>
#include <random>
static float Unit(std::mt19937 &engine) {
  return static_cast<float>(engine() >> 8) / 16777216.0f;
}
int main() {
  std::mt19937 engine(7), other(8);
  float w[8] = {Unit(engine)};
  for (int step = 0; step < 8; step++) {
    std::normal_distribution<float> normal(0, 1);
    w[0] += normal(engine);  // site: vendor-distribution warning state
    // twin: w[0] += Unit(engine) + Unit(engine) - 1;  // site: quiet
    std::uniform_real_distribution<float> real(0, 1);
    w[1] += real(engine);  // site: vendor-distribution warning state
    // twin: w[1] += Unit(engine);  // site: quiet
    std::uniform_int_distribution<int> index(0, 7);
    w[index(engine)] += 1;  // site: vendor-distribution warning state
    // twin: w[engine() % 8] += 1;  // site: quiet
    std::bernoulli_distribution keep(0.5);
    if (keep(engine)) w[2] *= 0.5f;  // site: vendor-distribution warning state
    // twin: if (engine() >> 31) w[2] *= 0.5f;  // site: quiet
    std::discrete_distribution<int> pick{1, 2, 3};
    w[3] += static_cast<float>(pick(engine));  // site: vendor-distribution warning state
    // twin: w[3] += static_cast<float>(engine() % 3);  // site: quiet
    std::normal_distribution<float> shown(0, 1);
    std::printf("%f\n", static_cast<double>(shown(other)));  // site: vendor-distribution note log
  }
  for (float x : w) std::printf("%f\n", static_cast<double>(x));
}
