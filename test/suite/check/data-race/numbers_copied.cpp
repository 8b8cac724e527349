// Two elements of a table have one number: one was copied over another, one was set by hand, or two loops gave them out. Twin: one loop
// gave them out, and they are as they were.
// FLAGS: -pthread
// OBSERVE: none
#include <cstdio>
#include <thread>
#include <vector>
constexpr int kThreads = 4, kSize = 64;
struct Worker {
  int number;
  float *w;
  void Run() const {
    for (int i = number; i < kSize; i += kThreads)
      w[i] *= 0.5f;  // site: data-race error state | twin: quiet
  }
};
int main() {
  std::vector<float> u(kSize, 1.0f), v(kSize, 1.0f), s(kSize, 1.0f);
  int order[kThreads], other[kThreads];
  for (int t = 0; t < kThreads; t++) order[t] = other[t] = t;
  order[2] = order[3];
  // twin:
  other[2] = 3;
  // twin:
  std::vector<Worker> workers;
  for (int t = 0; t < kThreads / 2; t++)
    // twin: for (int t = 0; t < kThreads; t++)
    workers.push_back({t, v.data()});
  for (int t = 0; t < kThreads / 2; t++) workers.push_back({t, v.data()});
  // twin:
  for (int step = 0; step < 4; step++) {
    std::vector<std::thread> threads;
    for (std::size_t t = 0; t < kThreads; t++)
      threads.emplace_back([&u, &s, &order, &other, t] {
        for (int i = order[t]; i < kSize; i += kThreads)
          u[static_cast<std::size_t>(i)] *= 0.5f;  // site: data-race error state | twin: quiet
        for (int i = other[t]; i < kSize; i += kThreads)
          s[static_cast<std::size_t>(i)] *= 0.5f;  // site: data-race error state | twin: quiet
      });
    for (std::thread &thread : threads) thread.join();
    threads.clear();
    for (Worker &worker : workers) threads.emplace_back(&Worker::Run, &worker);
    for (std::thread &thread : threads) thread.join();
  }
  std::printf("%g %g %g\n", static_cast<double>(u[3]), static_cast<double>(v[3]), static_cast<double>(s[3]));
}
