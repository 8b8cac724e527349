// Workers have a deque each and steal from the others; what a worker has done goes into its own sum, and the sums are joined
// in order. Twin: a place for each piece.
// FLAGS: -pthread
// OBSERVE: runs
// KIND: order
#include <cstdio>
#include <deque>
#include <mutex>
#include <thread>
#include <vector>
static const int kWorkers = 3, kPieces = 48;
struct Lane {
  std::mutex mutex;
  std::deque<int> pieces;
};
static Lane lanes[kWorkers];
static bool Pop(int me, int *piece) {
  std::lock_guard<std::mutex> lock(lanes[me].mutex);
  if (lanes[me].pieces.empty()) return false;
  *piece = lanes[me].pieces.back();
  lanes[me].pieces.pop_back();
  return true;
}
static bool Steal(int me, int *piece) {
  for (int k = 1; k < kWorkers; k++) {
    Lane &from = lanes[(me + k) % kWorkers];
    std::lock_guard<std::mutex> lock(from.mutex);
    if (from.pieces.empty()) continue;
    *piece = from.pieces.front();
    from.pieces.pop_front();
    return true;
  }
  return false;
}
static float Gradient(float w, int piece) {
  float sum = 0;
  for (int i = 0; i < 200 * (piece + 1); i++) sum += (static_cast<float>(i % 13) / 13 - w) / static_cast<float>(i + 3);
  return sum;
}
int main() {
  float w = 0;
  for (int step = 0; step < 20; step++) {
    for (int i = 0; i < kPieces; i++) lanes[i % kWorkers].pieces.push_back(i);
    std::vector<float> sums(kPieces, 0.0f);
    std::vector<std::thread> pool;
    for (int me = 0; me < kWorkers; me++)
      pool.emplace_back([&sums, w, me] {
        int piece = 0;
        while (Pop(me, &piece) || Steal(me, &piece))
          sums[me] += Gradient(w, piece);  // site: order-reduction error state
          // twin: sums[piece] = Gradient(w, piece);  // site: quiet
      });
    for (auto &worker : pool) worker.join();
    for (float sum : sums) w += 0.01f * sum;
  }
  std::printf("%.9g\n", static_cast<double>(w));
}
