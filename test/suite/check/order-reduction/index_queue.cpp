// Workers take indices from one queue, and each adds noise of an engine of its own: which noise a sample gets hangs on who
// took it, as reported in pytorch/pytorch#4640. Twin: a queue of indices for each worker.
// FLAGS: -pthread
// OBSERVE: runs
// KIND: order
#include <cstdio>
#include <mutex>
#include <queue>
#include <random>
#include <thread>
#include <vector>
static const int kWorkers = 3, kSamples = 240;
struct IndexQueue {
  std::mutex mutex;
  std::queue<int> indices;
  bool Take(int *index) {
    std::lock_guard<std::mutex> lock(mutex);
    if (indices.empty()) return false;
    *index = indices.front();
    indices.pop();
    return true;
  }
};
static IndexQueue shared[kWorkers];
static float batch[kSamples];
static float Decode(int index) {
  float x = static_cast<float>(index % 17) / 17;
  for (int i = 0; i < 500 * (index % 5); i++) x = x * 0.999f + 1e-4f;
  return x;
}
int main() {
  float w = 0;
  for (int epoch = 0; epoch < 12; epoch++) {
    for (int i = 0; i < kSamples; i++) shared[0].indices.push(i);
    // twin: for (int i = 0; i < kSamples; i++) shared[i % kWorkers].indices.push(i);
    std::vector<std::thread> workers;
    for (int k = 0; k < kWorkers; k++)
      workers.emplace_back([k, epoch] {
        std::minstd_rand engine(100 * epoch + k + 1);
        int index = 0;
        while (shared[0].Take(&index))
          // twin: while (shared[k].Take(&index))
          batch[index] = Decode(index) + 1e-9f * static_cast<float>(engine());  // site: order-reduction error state | twin: quiet
      });
    for (auto &worker : workers) worker.join();
    for (int i = 0; i < kSamples; i++) w += 0.01f * (batch[i] - w);
  }
  std::printf("%.9g\n", static_cast<double>(w));
}
