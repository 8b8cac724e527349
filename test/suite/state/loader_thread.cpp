// A loader of C++, whose thread draws behind its wait. Twin: it draws before, and keeps the number on its stack, which
// the rewrite makes a static.
// STATE: carried loader.slots_ loader.made_ loader.generator_.state w | counter step loader.taken_ | invariant loader.stop_
// TWIN: carried Loader::Run::factor loader.slots_ loader.made_ loader.generator_.state w | counter step loader.taken_ | invariant loader.stop_
#include <array>
#include <condition_variable>
#include <cstddef>
#include <cstdio>
#include <mutex>
#include <random>
#include <thread>

class Loader {
 public:
  Loader() : thread_([this] { Run(); }) {}
  ~Loader() {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      stop_ = true;
    }
    room_.notify_one();
    thread_.join();
  }
  double Next() {
    std::unique_lock<std::mutex> lock(mutex_);
    filled_.wait(lock, [this] { return made_ > taken_; });
    const double next = slots_[taken_++ % slots_.size()];
    room_.notify_one();
    return next;
  }

 private:
  double Draw() { return static_cast<double>(generator_() % 1000) / 1000; }
  void Run() {
    for (;;) {
      const double factor = 2;
      // twin:      const double factor = Draw();
      std::unique_lock<std::mutex> lock(mutex_);
      room_.wait(lock, [this] { return stop_ || made_ < taken_ + slots_.size(); });
      if (stop_)
        return;
      slots_[made_ % slots_.size()] = factor * Draw();
      ++made_;
      filled_.notify_one();
    }
  }

  std::minstd_rand generator_{7};
  std::array<double, 3> slots_{};
  std::size_t made_ = 0, taken_ = 0;
  bool stop_ = false;
  std::mutex mutex_;
  std::condition_variable room_, filled_;
  std::thread thread_;
};

int main() {
  Loader loader;
  double w = 0;
  for (int step = 0; step < 10; ++step)
    w += 0.25 * (loader.Next() - w);
  std::printf("%.17g\n", w);
  return 0;
}
