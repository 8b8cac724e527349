// A phase that follows from the one before. Twin: from the step.
// STATE: carried w phase | counter step
// TWIN: carried w | counter step | dead phase
#include <cstdio>
enum class Phase { Warm, Hot, Cool };
int main() {
  float w = 5;
  Phase phase = Phase::Warm;
  for (int step = 0; step < 8; step++) {
    phase = phase == Phase::Warm ? Phase::Hot : phase == Phase::Hot ? Phase::Cool : Phase::Warm;
    // twin: phase = step % 2 ? Phase::Hot : Phase::Cool;
    w -= (phase == Phase::Hot ? 0.3f : 0.1f) * (w - 1);
  }
  std::printf("%f\n", w);
}
