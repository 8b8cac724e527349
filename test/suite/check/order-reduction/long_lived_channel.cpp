// One channel serves all steps: workers send gradients through it, and the trainer applies them as they come. Twin: it
// puts each at the number that it carries, and applies these in their order; which lay where in the channel is no state.
// FLAGS: -pthread
// OBSERVE: runs
// KIND: order
#include <array>
#include <condition_variable>
#include <cstdio>
#include <deque>
#include <mutex>
#include <thread>
#include <vector>
using Vec = std::array<float, 4>;
struct Message {
  int worker;
  Vec gradient;
};
template <typename T>
class Channel {
 public:
  void Put(T item) {
    std::lock_guard<std::mutex> hold(mutex_);
    items_.push_back(std::move(item));  // site: order-reduction error state | twin: quiet
    ready_.notify_one();
  }
  T Take() {
    std::unique_lock<std::mutex> hold(mutex_);
    ready_.wait(hold, [this] { return !items_.empty(); });
    T item = std::move(items_.front());
    items_.pop_front();
    return item;
  }

 private:
  std::mutex mutex_;
  std::condition_variable ready_;
  std::deque<T> items_;
};
static Message Work(int worker, int step, const Vec &w) {
  Message m{worker, {}};
  for (int i = 0; i < 900; i++)
    for (int j = 0; j < 4; j++) m.gradient[j] += (w[j] - static_cast<float>((step + worker * 50 + i) % 23) / 23) / 900;
  return m;
}
int main() {
  const int workers = 5;
  Vec w = {}, velocity = {};
  Channel<Message> inbox;
  for (int step = 0; step < 60; step++) {
    const Vec frozen = w;
    std::vector<std::thread> team;
    for (int worker = 0; worker < workers; worker++)
      team.emplace_back([&inbox, &frozen, worker, step] { inbox.Put(Work(worker, step, frozen)); });
    std::vector<Message> all(workers);
    for (int i = 0; i < workers; i++) {
      const Message m = inbox.Take();
      all[i] = m;
      // twin: all[m.worker] = m;
    }
    for (const Message &m : all)
      for (int j = 0; j < 4; j++) {
        velocity[j] = 0.9f * velocity[j] + m.gradient[j];
        w[j] -= 0.05f * velocity[j];
      }
    for (auto &t : team) t.join();
  }
  for (float v : w) std::printf("%.9g\n", static_cast<double>(v));
}
