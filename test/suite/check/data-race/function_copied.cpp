// Each thread gets a copy of a std::function that the loop over them makes anew, as pools of threads do, and all count in
// one place. Twin: under a lock.
// FLAGS: -std=c++17 -pthread
// OBSERVE: none
#include <cstdio>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>
struct Counts {
  float weight = 1;
  long above = 0;
  std::mutex lock;
  void Add(float x) {
    const long one = x > weight ? 1 : 0;
    // twin: const long one = x > weight ? 1 : 0; std::lock_guard<std::mutex> hold(lock);
    above += one;  // site: data-race error state | twin: quiet
  }
};
int main() {
  Counts counts;
  for (int step = 0; step < 20; step++) {
    counts.above = 0;
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; i++) {
      std::function<void()> job = [&counts, i] { counts.Add(0.7f * static_cast<float>(i)); };
      threads.emplace_back(job);
    }
    for (std::thread &thread : threads) thread.join();
    counts.weight -= 0.01f * static_cast<float>(counts.above);
  }
  std::printf("%.9g\n", static_cast<double>(counts.weight));
}
