// std::thread with a lambda: half of the gradients each. Twin: they keep a part of the last ones.
// STATE: carried w | counter step | dead gradient
// TWIN: carried w gradient | counter step
#include <cstddef>
#include <cstdio>
#include <thread>
#include <vector>

int main() {
  std::vector<double> w = {3, -1, 2, 5}, gradient(4);
  for (int step = 0; step < 6; ++step) {
    const auto half = [&](std::size_t begin) {
      for (std::size_t i = begin; i < begin + 2; ++i)
        gradient[i] = 2 * w[i];
        // twin:        gradient[i] = 0.5 * gradient[i] + w[i];
    };
    std::thread first([&] { half(0); });
    std::thread second(half, std::size_t{2});
    first.join();
    second.join();
    for (std::size_t i = 0; i < w.size(); ++i)
      w[i] -= 0.125 * gradient[i];
  }
  for (const double x : w)
    std::printf("%.17g\n", x);
  return 0;
}
