// Threads add what they read to a batch, which is trained on when it is full: which examples it has is up to who came, as
// reported in tensorflow/tensorflow#9441. Twin: one thread reads.
// FLAGS: -pthread
// OBSERVE: none
// KIND: order
#include <condition_variable>
#include <cstddef>
#include <cstdio>
#include <mutex>
#include <thread>
#include <vector>
static const int kExamples = 320;
static const std::size_t kBatch = 16;
class Batcher {
 public:
  void Add(float example) {
    std::unique_lock<std::mutex> lock(mutex_);
    taken_.wait(lock, [this] { return batch_.size() < kBatch; });
    batch_.push_back(example);  // site: order-reduction error state | twin: quiet
    if (batch_.size() == kBatch) full_.notify_one();
  }
  std::vector<float> Take() {
    std::unique_lock<std::mutex> lock(mutex_);
    full_.wait(lock, [this] { return batch_.size() == kBatch; });
    std::vector<float> batch;
    batch.swap(batch_);
    taken_.notify_all();
    return batch;
  }

 private:
  std::mutex mutex_;
  std::condition_variable full_, taken_;
  std::vector<float> batch_;
};
int main() {
  Batcher batcher;
  const int readers = 2;
  // twin: const int readers = 1;
  std::vector<std::thread> threads;
  for (int k = 0; k < 2; k++)
    // twin: for (int k = 0; k < 1; k++)
    threads.emplace_back([&batcher, k] {
      for (int i = k; i < kExamples; i += readers) batcher.Add(static_cast<float>(i * 23 % 59) / 59);
    });
  float w = 0;
  for (int step = 0; step < kExamples / 16; step++) {
    float mean = 0;
    for (float x : batcher.Take()) mean += x / 16;
    w += 0.1f * (mean - w);
  }
  for (auto &thread : threads) thread.join();
  std::printf("%.9g\n", static_cast<double>(w));
}
