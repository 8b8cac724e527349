// A thread waits for a number with a time limit and goes on without it. Twin: it waits until the number is there.
// FLAGS: -pthread
// OBSERVE: none
// KIND: order
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>
static std::mutex lock;
static std::condition_variable ready;
static bool is_there = false;
static float number = 0;
int main() {
  float w = 1;
  for (int step = 0; step < 20; step++) {
    std::thread other([w] {
      float sum = 0;
      for (int i = 0; i < 5000; i++) sum += w / static_cast<float>(i + 1);
      const std::lock_guard<std::mutex> hold(lock);
      number = sum;
      is_there = true;
      ready.notify_one();
    });
    {
      std::unique_lock<std::mutex> hold(lock);
      if (ready.wait_for(hold, std::chrono::microseconds(30), [] { return is_there; })) w -= 0.01f * number;  // site: env-branch error state
      // twin: ready.wait(hold, [] { return is_there; }), w -= 0.01f * number;  // site: quiet
    }
    other.join();
    is_there = false;
  }
  std::printf("%.9g\n", static_cast<double>(w));
}
