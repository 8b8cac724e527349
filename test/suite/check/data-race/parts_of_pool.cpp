// Threads of a pool write parts of an array that overlap. Twin: the parts that their numbers give them.
// FLAGS: -pthread
// OBSERVE: none
#include <cstdio>
#include <thread>
#include <vector>
static const int kThreads = 4;
static long Begin(long k, long size) { return size * k / kThreads; }
static void Halve(float *w, int begin, int end) {
  for (int i = begin; i < end; i++) w[i] *= 0.5f;  // site: data-race error state | twin: quiet
}
int main() {
  const int size = 1000;
  std::vector<float> w(size, 1.0f), v(size, 1.0f), u(size, 1.0f);
  for (int step = 0; step < 4; step++) {
    std::vector<std::thread> pool;
    for (int k = 0; k < kThreads; k++) pool.emplace_back(Halve, w.data(), k * size / kThreads, size);
    // twin: for (int k = 0; k < kThreads; k++) pool.emplace_back(Halve, w.data(), k * size / kThreads, (k + 1) * size / kThreads);
    for (int k = 0; k < kThreads; k++) {
      pool.emplace_back([&u, k] {
        const int begin = k * size / (2 * kThreads), end = (k + kThreads) * size / (2 * kThreads);
        // twin: const int begin = k * size / kThreads, end = (k + 1) * size / kThreads;
        for (int i = begin; i < end; i++)
          u[static_cast<size_t>(i)] -= 0.25f;  // site: data-race error state | twin: quiet
      });
    }
    for (int k = 0; k < kThreads; k++) {
      pool.emplace_back([&v, k] {
        const long end = Begin(k, size) + size / kThreads + 1;
        // twin: const long end = Begin(k + 1, size);
        for (long i = Begin(k, size); i < end; i++)
          v[static_cast<size_t>(i)] *= 1.5f;  // site: data-race error state | twin: quiet
      });
    }
    for (std::thread &thread : pool) thread.join();
  }
  for (int i = 0; i < size; i += 100)
    std::printf("%.9g %.9g %.9g\n", static_cast<double>(w[static_cast<size_t>(i)]),
                static_cast<double>(v[static_cast<size_t>(i)]), static_cast<double>(u[static_cast<size_t>(i)]));
}
