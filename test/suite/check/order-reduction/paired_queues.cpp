// Two readers take a row from one queue and its label from another, each under a lock of its own, so that a row may get
// another one's label, as reported in tensorflow/tensorflow#13847. Twin: one reader.
// FLAGS: -pthread
// OBSERVE: none
// KIND: order
#include <cstdio>
#include <mutex>
#include <queue>
#include <thread>
#include <utility>
#include <vector>
template <typename T>
class Channel {
 public:
  void Put(T value) {
    std::lock_guard<std::mutex> lock(mutex_);
    values_.push(value);  // site: order-reduction error state | twin: quiet
  }
  bool Get(T *value) {
    std::lock_guard<std::mutex> lock(mutex_);
    if (values_.empty()) return false;
    *value = values_.front();
    values_.pop();
    return true;
  }

 private:
  std::mutex mutex_;
  std::queue<T> values_;
};
static const int kRows = 300;
static Channel<float> rows, labels;
static Channel<std::pair<float, float>> examples;
static void Pair() {
  std::pair<float, float> example;
  while (rows.Get(&example.first) && labels.Get(&example.second)) examples.Put(example);
}
int main() {
  for (int i = 0; i < kRows; i++) {
    rows.Put(static_cast<float>(i * 13 % 41) / 41);
    labels.Put(static_cast<float>(i * 13 % 41) / 82);
  }
  std::vector<std::thread> readers;
  for (int k = 0; k < 2; k++) readers.emplace_back(Pair);
  // twin: readers.emplace_back(Pair);
  for (auto &reader : readers) reader.join();
  float w = 0;
  std::pair<float, float> example;
  while (examples.Get(&example)) w += 0.1f * (example.second - w * example.first) * example.first;
  std::printf("%.9g\n", static_cast<double>(w));
}
