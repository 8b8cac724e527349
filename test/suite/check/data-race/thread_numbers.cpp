// Two threads are given the same part of an array. Twin: each is given a part of its own.
// FLAGS: -pthread
// OBSERVE: none
#include <cstdio>
#include <functional>
#include <thread>
#include <vector>
static double w[2] = {1, 2};
static void Work(int k) {
  for (int i = 0; i < 1000; i++) w[k] -= 0.001 * (w[k] - i % 3);  // site: data-race error state | twin: quiet
}
static void Halve(std::vector<float> &x, int begin, int end) {
  for (int i = begin; i < end; i++) x[static_cast<std::size_t>(i)] *= 0.5f;  // site: data-race error state | twin: quiet
}
int main() {
  std::vector<float> x(100, 1.0f);
  for (int step = 0; step < 4; step++) {
    std::thread a(Work, 1), b(Work, 1);
    // twin: std::thread a(Work, 0), b(Work, 1);
    a.join();
    b.join();
    std::thread low(Halve, std::ref(x), 0, 51);
    // twin: std::thread low(Halve, std::ref(x), 0, 50);
    std::thread high(Halve, std::ref(x), 50, 100);
    low.join();
    high.join();
  }
  std::printf("%f %f %f\n", w[0], w[1], static_cast<double>(x[50]));
}
