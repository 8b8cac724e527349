// Two producers push into one queue, and the consumer trains in the order of arrival. Twin: a queue for each, in turn.
// FLAGS: -pthread
// OBSERVE: none
#include <condition_variable>
#include <cstdio>
#include <deque>
#include <mutex>
#include <thread>
#include <vector>
struct Batch {
  int id;
  float x[4], y;
};
class Queue {
 public:
  void Push(const Batch &batch) {
    std::unique_lock<std::mutex> lock(mutex_);
    room_.wait(lock, [&] { return batches_.size() < 4; });
    batches_.push_back(batch);  // site: order-reduction error state | twin: quiet
    some_.notify_one();
  }
  Batch Pop() {
    std::unique_lock<std::mutex> lock(mutex_);
    some_.wait(lock, [&] { return !batches_.empty(); });
    Batch batch = batches_.front();
    batches_.pop_front();
    room_.notify_one();
    return batch;
  }

 private:
  std::mutex mutex_;
  std::condition_variable room_, some_;
  std::deque<Batch> batches_;
};
static Queue queues[2];
static Batch Read(int id) {
  Batch batch{id, {}, 0};
  for (int j = 0; j < 4; j++) batch.x[j] = static_cast<float>((id * 29 + j * 13) % 71) / 71;
  batch.y = batch.x[0] - 0.5f * batch.x[3];
  return batch;
}
int main() {
  const int n = 400;
  std::vector<std::thread> loaders;
  for (int k = 0; k < 2; k++)
    loaders.emplace_back([k] {
      for (int id = k; id < n; id += 2) queues[0].Push(Read(id));
      // twin: for (int id = k; id < n; id += 2) queues[k].Push(Read(id));
    });
  float w[4] = {};
  for (int step = 0; step < n; step++) {
    Batch batch = queues[0].Pop();
    // twin: Batch batch = queues[step % 2].Pop();
    float error = -batch.y;
    for (int j = 0; j < 4; j++) error += w[j] * batch.x[j];
    for (int j = 0; j < 4; j++) w[j] -= 0.1f * error * batch.x[j];
  }
  for (auto &loader : loaders) loader.join();
  for (float v : w) printf("%.9g\n", v);
}
