// Workers take tasks that a std::shared_ptr keeps, as pools of threads do, and each adds its part under a lock when it is
// done. Twin: each task has its own place, and the places are added in their order.
// FLAGS: -std=c++17 -pthread
// OBSERVE: none
#include <cstdio>
#include <future>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>
class Gradient {
 public:
  void Add(int part, float g) {
    std::lock_guard<std::mutex> hold(lock_);
    parts_[part] += g;
    sum_ += g;  // site: order-reduction error state
    // twin: sum_ = 0;  // site: quiet
  }
  float Take() {
    float all = sum_;
    // twin: float all = 0; for (float part : parts_) all += part;
    sum_ = 0;
    for (float &part : parts_) part = 0;
    return all;
  }

 private:
  std::mutex lock_;
  float parts_[4] = {}, sum_ = 0;
};
int main() {
  Gradient gradient;
  float w = 0;
  for (int step = 0; step < 20; step++) {
    std::vector<std::thread> workers;
    for (int i = 0; i < 4; i++) {
      auto task = std::make_shared<std::packaged_task<void()>>(
          [&gradient, w, i] { gradient.Add(i, 0.1f * (static_cast<float>(i * i) - w)); });
      workers.emplace_back([task] { (*task)(); });
    }
    for (std::thread &worker : workers) worker.join();
    w += 0.05f * gradient.Take();
  }
  std::printf("%.9g\n", static_cast<double>(w));
}
