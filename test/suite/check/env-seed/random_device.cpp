// std::random_device seeds an engine; so does the chrono clock. Twins: a constant, and a duration that is printed.
// OBSERVE: runs
#include <chrono>
#include <cstdio>
#include <random>
struct Trainer {
  std::mt19937 engine;
  unsigned rng = 1;
  float w = 0;
  void Step() {
    rng = rng * 1664525u + 1013904223u;
    w = 0.5f * w + static_cast<float>(engine() % 100 + (rng >> 24));
  }
};
int main() {
  Trainer trainer;
  std::random_device entropy;
  trainer.engine.seed(entropy());  // site: env-seed error state
  // twin: trainer.engine.seed(5489u);  // site: quiet
  auto now = std::chrono::steady_clock::now().time_since_epoch().count();  // site: env-seed error state | twin: quiet
  trainer.rng = static_cast<unsigned>(now);
  // twin: std::printf("%ld\n", static_cast<long>(now));
  for (int step = 0; step < 8; step++) trainer.Step();
  std::printf("%f\n", trainer.w);
}
