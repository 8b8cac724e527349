// Threads draw from one engine of the library, under a mutex. Twin: nobody uses what is drawn.
// FLAGS: -pthread
// OBSERVE: none
// WORKERS: equal
#include <cstdio>
#include <mutex>
#include <random>
#include <thread>
#include <vector>
static std::mt19937 rng(42);
static std::mutex lock;
static float w[64];
static unsigned Draw() {
  std::lock_guard<std::mutex> hold(lock);
  return static_cast<unsigned>(rng());  // site: order-reduction error state | twin: quiet
}
static void Work(int first, int last) {
  for (int i = first; i < last; i++) {
    const unsigned drawn = Draw();
    // twin: const unsigned drawn = static_cast<unsigned>(i);
    w[i] = 0.5f * w[i] + static_cast<float>(drawn % 100);
  }
}
int main() {
  for (int step = 0; step < 4; step++) {
    std::vector<std::thread> pool;
    for (int k = 0; k < 4; k++) pool.emplace_back(Work, k * 16, k * 16 + 16);
    for (std::thread &thread : pool) thread.join();
  }
  for (float x : w) std::printf("%f\n", static_cast<double>(x));
}
