// Tasks of std::async add up under a lock. Twin: they count.
// FLAGS: -pthread
// OBSERVE: none
#include <cstdio>
#include <future>
#include <mutex>
class Trainer {
 public:
  void Step() {
    sum_ = 0;
    count_ = 0;
    auto work = [this](int begin, int end) {
      for (int i = begin; i < end; i++) {
        const std::lock_guard<std::mutex> hold(lock_);
        sum_ += w_ / static_cast<double>(i + 1);  // site: order-reduction error state
        // twin: count_ += i % 3;  // site: quiet
      }
    };
    auto low = std::async(std::launch::async, work, 0, 100);
    auto high = std::async(std::launch::async, work, 100, 200);
    low.wait();
    high.wait();
    w_ -= 0.001 * (sum_ + count_);
  }
  double w() const { return w_; }

 private:
  std::mutex lock_;
  double w_ = 1, sum_ = 0;
  int count_ = 0;
};
int main() {
  Trainer trainer;
  for (int step = 0; step < 8; step++) trainer.Step();
  std::printf("%.17g\n", trainer.w());
}
