// Of two clocks of a program that is large, the second one is written to a file. Twin: it is printed.
// OBSERVE: none
#include <chrono>
#include <cstdio>
template <int depth>
static float Grow(float x) {
  if constexpr (depth == 0)
    return x * 0.5f + 1;
  else
    return Grow<depth - 1>(x) + Grow<depth - 1>(x + 1) + Grow<depth - 1>(x + 2) + Grow<depth - 1>(x + 3) +
           Grow<depth - 1>(x + 4) + Grow<depth - 1>(x + 5) + Grow<depth - 1>(x + 6) + Grow<depth - 1>(x + 7);
}
static double Seconds(std::chrono::system_clock::duration d) { return std::chrono::duration<double>(d).count(); }
int main() {
  float w = 1;
  for (int step = 0; step < 4; step++) w = 0.5f * w + 1e-6f * Grow<6>(w);
  const auto begin = std::chrono::system_clock::now();  // site: quiet
  std::printf("%f %f\n", static_cast<double>(w), Seconds(begin.time_since_epoch()));
  std::FILE *log = std::fopen("time.txt", "w");
  if (!log) return 1;
  const auto end = std::chrono::system_clock::now();  // site: env-seed error output | twin: quiet
  std::fprintf(log, "%f\n", Seconds(end.time_since_epoch()));
  // twin: std::printf("%f\n", Seconds(end.time_since_epoch()));
  std::fclose(log);
}
