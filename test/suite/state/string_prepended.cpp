// A text is put in front of a number's. Twin: nothing is left of it when the step ends.
// STATE: carried kept kept.size kept.short w | counter step
// TWIN: carried w | counter step
#include <cstdio>
#include <string>
int main() {
  std::string kept = "none";
  float w = 0.5f;
  for (int step = 0; step < 8; ++step) {
    std::string& name = kept;
    // twin: std::string name = "none";
    w = 0.9f * w + 0.01f * static_cast<float>(name.back());
    name = (step % 2 == 0 ? "w" : "weights of the number ") + std::to_string(step);
  }
  std::printf("%f\n", static_cast<double>(w));
}
