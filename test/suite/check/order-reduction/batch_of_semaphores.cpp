// Readers fill a batch as places become free, which semaphores tell: the batch has the rows in the order of arrival, as
// said of a loader with many threads in NVIDIA/DIGITS#883. Twin: reader k fills the places k, k + 2, and so on.
// FLAGS: -std=c++20 -pthread
// OBSERVE: none
// KIND: order
#include <cstdio>
#include <mutex>
#include <semaphore>
#include <thread>
static const int kBatch = 8, kSteps = 40;
static std::counting_semaphore<kBatch> places(kBatch), rows(0);
static std::mutex mutex_of_batch;
static float batch[kBatch];
static int filled;
static float Read(int number) { return static_cast<float>(number * 29 % 61) / 61; }
static void Load(int k) {
  for (int number = k; number < kBatch * kSteps; number += 2) {
    const float row = Read(number);
    places.acquire();
    {
      std::lock_guard<std::mutex> lock(mutex_of_batch);
      batch[filled++ % kBatch] = row;  // site: order-reduction error state
      // twin: batch[number % kBatch] = row, filled++;  // site: quiet
    }
    rows.release();
  }
}
int main() {
  std::thread first(Load, 0), second(Load, 1);
  float w = 0;
  for (int step = 0; step < kSteps; step++) {
    for (int i = 0; i < kBatch; i++) rows.acquire();
    for (int i = 0; i < kBatch; i++) w += 0.1f * (batch[i] - w);
    places.release(kBatch);
  }
  first.join();
  second.join();
  std::printf("%.9g\n", static_cast<double>(w));
}
