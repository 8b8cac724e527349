// std::lock_guard around a float sum, and around an integer sum. Twins: joined in order; the integer sum is exact.
// FLAGS: -pthread
// OBSERVE: runs
#include <cstdio>
#include <mutex>
#include <thread>
#include <vector>
class Accumulator {
 public:
  void Add(int which, float x) {
    std::lock_guard<std::mutex> hold(lock_);
    sum_ += x;  // site: order-reduction error state
    // twin: part_[which] += x;  // site: quiet
    count_ += which + 1;  // site: quiet
  }
  float Take() {
    float sum = sum_ + 1e-9f * static_cast<float>(count_);
    for (float &part : part_) sum += part, part = 0;
    sum_ = 0;
    return sum;
  }

 private:
  std::mutex lock_;
  float sum_ = 0, part_[4] = {};
  long count_ = 0;
};
int main() {
  Accumulator accumulator;
  float w = 1;
  for (int step = 0; step < 4; step++) {
    std::vector<std::thread> workers;
    for (int t = 0; t < 4; t++)
      workers.emplace_back([&accumulator, t, w] {
        for (int i = t; i < 4096; i += 4) accumulator.Add(t, w / static_cast<float>(i + 1));
      });
    for (auto &worker : workers) worker.join();
    w = 0.5f * w + 0.01f * accumulator.Take();
  }
  std::printf("%.9g\n", static_cast<double>(w));
}
