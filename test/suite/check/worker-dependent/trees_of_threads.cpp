// The trees of a forest are dealt to as many threads as there are cores, and each thread seeds an engine for its trees, so
// that two machines grow two forests, as reported in grf-labs/grf#793. Twin: each tree seeds one.
// FLAGS: -pthread
// OBSERVE: none
// KIND: machines
#include <cstdio>
#include <future>
#include <random>
#include <thread>
#include <vector>
struct Tree {
  int feature;
  float cut;
};
static std::vector<Tree> Grow(unsigned seed, int first, int last) {
  std::mt19937 engine(seed);
  std::vector<Tree> trees;
  for (int t = first; t < last; t++) {
    if (seed == 0) return trees;
    // twin: engine.seed(42u + static_cast<unsigned>(t));
    trees.push_back({static_cast<int>(engine() % 5), static_cast<float>(engine() % 1000) / 1000});
  }
  return trees;
}
int main() {
  const unsigned cores = std::thread::hardware_concurrency();  // site: worker-dependent error state | twin: quiet
  const int threads = cores == 0 ? 1 : static_cast<int>(cores), trees = 60;
  std::vector<std::future<std::vector<Tree>>> groups;
  for (int k = 0; k < threads; k++)
    groups.push_back(std::async(std::launch::async, Grow, 42u + static_cast<unsigned>(k), trees * k / threads, trees * (k + 1) / threads));
  std::vector<Tree> forest;
  for (auto &group : groups) {
    const std::vector<Tree> grown = group.get();
    forest.insert(forest.end(), grown.begin(), grown.end());
  }
  std::vector<float> score(5, 0.0f);
  for (int round = 0; round < 10; round++)
    for (const Tree &tree : forest) score[tree.feature] += 0.1f * (tree.cut - score[tree.feature]);
  for (float v : score) std::printf("%.9g\n", static_cast<double>(v));
}
