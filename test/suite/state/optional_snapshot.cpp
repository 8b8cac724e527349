// The best model is there or not; its room means nothing while it is not. Twin: its loss is compared with none.
// STATE: carried best.has_value best.loss best.w last last.has_value r w | counter step
// TWIN: carried best.has_value best.w last last.has_value r w | counter step
#include <array>
#include <cstdio>
#include <optional>
struct Snapshot {
  std::array<float, 3> w;
  float loss;
};
int main() {
  std::array<float, 3> w = {0.5f, 0.5f, 0.5f};
  std::optional<Snapshot> best;
  std::optional<float> last;
  unsigned r = 7;
  for (int step = 0; step < 10; ++step) {
    std::printf("%d %f %f ", best.has_value(), best ? static_cast<double>(best->w[0]) : 0,
                last ? static_cast<double>(*last) : 0);
    r = r * 1103515245u + 12345u;
    const float x = static_cast<float>(r >> 16 & 255) / 64 - 2, e = w[0] * x + w[1] - 2 * x, loss = e * e;
    if (last && best && loss > 1.2f * *last) {
      w = best->w;
      best.reset();
    }
    w[0] -= 0.1f * e * x;
    w[1] -= 0.1f * e;
    w[2] += e;
    if (!best || loss < best->loss)
      // twin: if (step >= 0)
      best = Snapshot{w, loss};
    last = loss;
    std::printf("%d %f %f\n", step, static_cast<double>(loss), static_cast<double>(w[2]));
  }
}
