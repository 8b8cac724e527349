// A pool that is made before the steps runs closures, each of which adds its part under a lock. Twin: each has a slot.
// FLAGS: -pthread
// OBSERVE: runs
// KIND: order
#include <condition_variable>
#include <cstdio>
#include <functional>
#include <mutex>
#include <queue>
#include <thread>
#include <vector>
class Pool {
 public:
  explicit Pool(int n) {
    for (int i = 0; i < n; i++) threads_.emplace_back([this] { Run(); });
  }
  ~Pool() {
    {
      std::lock_guard<std::mutex> lock(mutex_);
      ends_ = true;
    }
    more_.notify_all();
    for (auto &thread : threads_) thread.join();
  }
  void Put(std::function<void()> job) {
    std::lock_guard<std::mutex> lock(mutex_);
    jobs_.push(std::move(job));
    ++open_;
    more_.notify_one();
  }
  void Wait() {
    std::unique_lock<std::mutex> lock(mutex_);
    none_.wait(lock, [this] { return open_ == 0; });
  }

 private:
  void Run() {
    for (;;) {
      std::function<void()> job;
      {
        std::unique_lock<std::mutex> lock(mutex_);
        more_.wait(lock, [this] { return ends_ || !jobs_.empty(); });
        if (jobs_.empty()) return;
        job = std::move(jobs_.front());
        jobs_.pop();
      }
      job();
      std::lock_guard<std::mutex> lock(mutex_);
      if (--open_ == 0) none_.notify_all();
    }
  }
  std::mutex mutex_;
  std::condition_variable more_, none_;
  std::queue<std::function<void()>> jobs_;
  std::vector<std::thread> threads_;
  int open_ = 0;
  bool ends_ = false;
};
int main() {
  Pool pool(4);
  double w = 0.5;
  for (int step = 0; step < 60; step++) {
    double gradient = 0;
    std::vector<double> parts(12);
    std::mutex adds;
    for (int k = 0; k < 12; k++)
      pool.Put([&, k] {
        double part = 0;
        for (int i = 0; i < 500 * (k + 1); i++) part += w / (i + 1.0 + k);
        std::lock_guard<std::mutex> lock(adds);
        gradient += part;  // site: order-reduction error state
        // twin: parts[k] = part;  // site: quiet
      });
    pool.Wait();
    for (double part : parts) gradient += part;
    w -= 1e-3 * gradient;
  }
  std::printf("%.17g\n", w);
}
