// What a structured binding takes apart has no name, but lives across the steps. Twin: only one part is written.
// STATE: carried (weight,rate).first (weight,rate).second | counter step
// TWIN: carried (weight,rate).first | counter step
#include <cstdio>
#include <utility>
static std::pair<double, double> Make() {
  return {1.0, 0.5};
}
int main() {
  auto [weight, rate] = Make();
  for (int step = 0; step < 8; ++step) {
    weight = 0.9 * weight + rate;
    rate *= 0.75;
    // twin: std::printf("%f\n", weight);
  }
  std::printf("%f\n", weight);
}
