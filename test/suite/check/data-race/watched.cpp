// A thread that watches the training reads how far it is, and decides about the rate. Twin: it only prints, and the
// training, which counts the steps, is alone in what it does with them.
// FLAGS: -pthread
// OBSERVE: none
#include <chrono>
#include <cstdio>
#include <thread>
struct Watch {
  void Run() {
    for (int i = 0; i < 3; i++) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      std::fprintf(stderr, "%d steps, loss %g\n", steps, static_cast<double>(loss));
      if (steps > 50)
        rate = 0.01f;  // site: data-race error state
        // twin: std::fprintf(stderr, "half\n");  // site: quiet
    }
  }
  int steps = 0;
  float loss = 0, rate = 0.1f;
};
int main() {
  Watch watch;
  float w = 0;
  std::thread thread(&Watch::Run, &watch);
  for (int step = 0; step < 100; step++) {
    w -= (watch.steps > 20 ? 0.5f : 1.0f) * watch.rate * (w - 1.0f);
    watch.loss = (w - 1.0f) * (w - 1.0f);
    watch.steps++;  // site: data-race error state | twin: data-race note log
    std::this_thread::sleep_for(std::chrono::microseconds(20));
  }
  thread.join();
  std::printf("%g %d\n", static_cast<double>(w), watch.steps);
}
