// Workers send gradients through one channel, and the trainer adds them as they come. Twin: it puts each at the index
// that it carries, and adds these in their order.
// FLAGS: -pthread
// OBSERVE: runs
// KIND: order
#include <condition_variable>
#include <cstdio>
#include <deque>
#include <mutex>
#include <thread>
#include <vector>
struct Packet {
  int index;
  float loss, gradient[4];
};
class Channel {
 public:
  void Send(const Packet &packet) {
    std::lock_guard<std::mutex> lock(mutex_);
    packets_.push_back(packet);  // site: order-reduction error state | twin: quiet
    some_.notify_one();
  }
  Packet Receive() {
    std::unique_lock<std::mutex> lock(mutex_);
    some_.wait(lock, [this] { return !packets_.empty(); });
    Packet packet = packets_.front();
    packets_.pop_front();
    return packet;
  }

 private:
  std::mutex mutex_;
  std::condition_variable some_;
  std::deque<Packet> packets_;
};
static Packet Work(const float *w, int step, int part) {
  Packet packet{};
  packet.index = part;
  for (int i = 0; i < 900; i++)
    for (int j = 0; j < 4; j++) packet.gradient[j] += (w[j] - static_cast<float>((step + part * 50 + i) % 23) / 23) / 900;
  return packet;
}
int main() {
  const int parts = 5;
  float w[4] = {};
  for (int step = 0; step < 60; step++) {
    Channel channel;
    std::vector<std::thread> team;
    for (int part = 0; part < parts; part++) team.emplace_back([&, part] { channel.Send(Work(w, step, part)); });
    float sum[4] = {};
    std::vector<Packet> got(parts);
    for (int n = 0; n < parts; n++) {
      const Packet packet = channel.Receive();
      for (int j = 0; j < 4; j++) sum[j] += packet.gradient[j];
      // twin: got[static_cast<std::size_t>(packet.index)] = packet;
    }
    for (auto &thread : team) thread.join();
    for (const Packet &packet : got)
      for (int j = 0; j < 4; j++) sum[j] += packet.gradient[j];
    for (int j = 0; j < 4; j++) w[j] -= 0.1f * sum[j] / parts;
  }
  for (float x : w) std::printf("%.9g\n", static_cast<double>(x));
}
