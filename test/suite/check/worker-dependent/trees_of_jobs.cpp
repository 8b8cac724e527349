// A forest's trees are grown by as many jobs as the machine has cores, each with an engine that is seeded by the job's
// number. Twin: by the tree's.
// FLAGS: -pthread
// OBSERVE: none
// KIND: machines
#include <algorithm>
#include <cstdio>
#include <random>
#include <thread>
#include <vector>
struct Stump {
  unsigned feature = 0;
  float cut = 0;
};
class Forest {
 public:
  Forest(int trees, int jobs) : jobs_(jobs), stumps_(static_cast<size_t>(trees)) {}
  void Grow(int round) {
    const int jobs = jobs_ > 0 ? jobs_ : static_cast<int>(std::thread::hardware_concurrency());  // site: worker-dependent error state | twin: quiet
    const int trees = static_cast<int>(stumps_.size()), per = (trees + jobs - 1) / jobs;
    std::vector<std::thread> pool;
    for (int j = 0; j < jobs; ++j) pool.emplace_back([this, j, per, round] { GrowRange(j, per, round); });
    for (std::thread& t : pool) t.join();
  }
  float Vote(float x) const {
    float sum = 0;
    for (const Stump& s : stumps_) sum += x * static_cast<float>(s.feature) < s.cut ? -1.0f : 1.0f;
    return sum;
  }

 private:
  void GrowRange(int job, int per, int round) {
    std::minstd_rand engine(static_cast<unsigned>(job + 1000 * round + 1));
    // twin:
    const int end = std::min(static_cast<int>(stumps_.size()), (job + 1) * per);
    for (int t = job * per; t < end; ++t) {
      // the next numbers of the job
      // twin: std::minstd_rand engine(static_cast<unsigned>(t + 1000 * round + 1));
      Stump& stump = stumps_[static_cast<size_t>(t)];
      stump.feature = static_cast<unsigned>(engine() % 8);
      stump.cut = static_cast<float>(engine() % 1024) / 1024;
    }
  }
  int jobs_;
  std::vector<Stump> stumps_;
};
int main() {
  Forest forest(64, 0);
  float weight = 1;
  for (int round = 0; round < 20; ++round) {
    forest.Grow(round);
    weight *= forest.Vote(0.1f) > 0 ? 1.05f : 0.95f;
  }
  std::printf("%.9g\n", static_cast<double>(weight));
}
