// Two named loaders and one channel. Twin: each has the channel of its number, and the trainer takes them in turn.
// FLAGS: -pthread
// OBSERVE: none
// KIND: order
#include <condition_variable>
#include <cstdio>
#include <deque>
#include <mutex>
#include <thread>
struct Channel {
  std::mutex mutex;
  std::condition_variable some;
  std::deque<float> samples;
};
static Channel channels[2];
static void Load(int loader) {
  for (int i = loader; i < 200; i += 2) {
    Channel &channel = channels[0];
    // twin: Channel &channel = channels[loader];
    std::lock_guard<std::mutex> lock(channel.mutex);
    channel.samples.push_back(static_cast<float>(i * 31 % 101) / 101);  // site: order-reduction error state | twin: quiet
    channel.some.notify_one();
  }
}
static float Take(Channel &channel) {
  std::unique_lock<std::mutex> lock(channel.mutex);
  while (channel.samples.empty()) channel.some.wait(lock);
  const float sample = channel.samples.front();
  channel.samples.pop_front();
  return sample;
}
int main() {
  std::thread first(Load, 0), second(Load, 1);
  float w = 0;
  for (int step = 0; step < 200; step++) {
    const float x = Take(channels[0]);
    // twin: const float x = Take(channels[step % 2]);
    w += 0.1f * (x - w * x);
  }
  first.join();
  second.join();
  printf("%.9g\n", w);
}
