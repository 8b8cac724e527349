// A second producer joins the one of a queue. Twin: one alone, whose order is that of its loop.
// FLAGS: -pthread
// OBSERVE: none
// KIND: order
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <queue>
#include <thread>
static std::mutex mutex_of_queue;
static std::condition_variable some;
static std::queue<float> samples;
static void Produce(int first, int step) {
  for (int i = first; i < 200; i += step) {
    std::lock_guard<std::mutex> lock(mutex_of_queue);
    samples.push(static_cast<float>(i * 31 % 101) / 101);  // site: order-reduction error state | twin: quiet
    some.notify_one();
  }
}
int main() {
  std::thread odd(Produce, 1, 2), even(Produce, 0, 2);
  // twin: std::thread odd(Produce, 0, 1), even;
  float w = 0;
  for (int step = 0; step < 200; step++) {
    std::unique_lock<std::mutex> lock(mutex_of_queue);
    some.wait(lock, [] { return !samples.empty(); });
    const float x = samples.front();
    samples.pop();
    lock.unlock();
    w += 0.1f * (x - w * x);
  }
  odd.join();
  if (even.joinable()) even.join();
  printf("%.9g\n", w);
}
