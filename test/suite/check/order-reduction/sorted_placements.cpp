// What threads find is appended under a lock and sorted by weight, and of equal weights the order of arrival is left, as
// said in pierrebarbera/epa-ng#25. Twin: of equal weights the number of the branch decides.
// FLAGS: -pthread
// OBSERVE: runs
// KIND: order
#include <algorithm>
#include <cstdio>
#include <mutex>
#include <thread>
#include <vector>
struct Placement {
  int branch;
  float weight;
};
static std::vector<Placement> found;
static std::mutex mutex_of_found;
static void Place(int first, int step, float scale) {
  for (int branch = first; branch < 90; branch += step) {
    float weight = 0;
    for (int i = 0; i < 300; i++) weight += scale * static_cast<float>((branch % 6 + i) % 5);
    std::lock_guard<std::mutex> lock(mutex_of_found);
    found.push_back({branch, weight});  // site: order-reduction error state | twin: quiet
  }
}
int main() {
  float length = 1;
  for (int round = 0; round < 10; round++) {
    found.clear();
    std::vector<std::thread> threads;
    for (int k = 0; k < 3; k++) threads.emplace_back(Place, k, 3, length);
    for (auto &thread : threads) thread.join();
    std::sort(found.begin(), found.end(), [](const Placement &a, const Placement &b) { return a.weight > b.weight; });  // site: unordered-iteration warning state
    // twin: std::sort(found.begin(), found.end(), [](const Placement &a, const Placement &b) { return a.weight != b.weight ? a.weight > b.weight : a.branch < b.branch; });  // site: quiet
    for (int i = 0; i < 7; i++) length = 0.9f * length + 0.001f * static_cast<float>(found[i].branch);
  }
  std::printf("%.9g\n", static_cast<double>(length));
}
