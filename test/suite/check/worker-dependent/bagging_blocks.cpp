// Rows are drawn by a generator for each block, and there are as many blocks as threads, as reported for bagging in
// lightgbm-org/LightGBM#3202. Twin: blocks of 1024 rows.
// FLAGS: -fopenmp
// OBSERVE: threads
// KIND: machines
#include <algorithm>
#include <cstdio>
#include <omp.h>
#include <vector>
struct Random {
  unsigned x;
  explicit Random(int seed) : x(static_cast<unsigned>(seed)) {}
  float Next() {
    x = 214013u * x + 2531011u;
    return static_cast<float>((x >> 16) & 0x7FFF) / 32768.0f;
  }
};
class Booster {
 public:
  explicit Booster(int rows) : rows_(rows), score_(static_cast<size_t>(rows)), in_(static_cast<size_t>(rows)) {}
  void Train(int iteration) {
    Bag(iteration);
    float sum = 0;
    for (size_t i = 0; i < score_.size(); ++i)
      if (in_[i]) sum += static_cast<float>(i % 11) - score_[i];
    for (float& s : score_) s += 0.1f * sum / static_cast<float>(rows_);
  }
  float score() const { return score_[0]; }

 private:
  void Bag(int iteration) {
    const int blocks = omp_get_max_threads();  // site: worker-dependent error state
    // twin: const int blocks = (rows_ + 1023) / 1024;  // site: quiet
    const int size = (rows_ + blocks - 1) / blocks;
#pragma omp parallel for schedule(static, 1)
    for (int b = 0; b < blocks; ++b) {
      Random random(3 + iteration * blocks + b);
      const int end = std::min(rows_, (b + 1) * size);
      for (int i = b * size; i < end; ++i) in_[static_cast<size_t>(i)] = random.Next() < 0.7f;
    }
  }
  int rows_;
  std::vector<float> score_;
  std::vector<char> in_;
};
int main() {
  Booster booster(5000);
  for (int iteration = 0; iteration < 100; ++iteration) booster.Train(iteration);
  std::printf("%.9g\n", static_cast<double>(booster.score()));
}
