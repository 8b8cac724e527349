// As many parts as cores, each with an engine of its own. Twin: eight parts, which the workers take in turn.
// FLAGS: -pthread
// OBSERVE: none
#include <algorithm>
#include <cstdio>
#include <random>
#include <thread>
#include <vector>
static const int kRows = 480;
static bool in_bag[kRows];
static void Choose(int begin, int end, unsigned seed) {
  std::minstd_rand engine(seed);
  for (int i = begin; i < end; i++) in_bag[i] = engine() % 10 < 7;
}
int main() {
  const int workers = (int)std::max(1u, std::thread::hardware_concurrency()), parts = 8;  // site: worker-dependent error state | twin: quiet
  float bias = 0;
  for (int round = 0; round < 20; round++) {
    std::vector<std::thread> pool;
    for (int w = 0; w < workers; w++)
      pool.emplace_back([=] {
        Choose(kRows * w / workers, kRows * (w + 1) / workers, 100u * round + w + 1);
        // twin: for (int k = w; k < parts; k += workers) Choose(kRows * k / parts, kRows * (k + 1) / parts, 100u * round + k + 1);
      });
    for (auto &t : pool) t.join();
    float gradient = 0;
    for (int i = 0; i < kRows; i++)
      if (in_bag[i]) gradient += bias - static_cast<float>(i * 31 % 97) / 97;
    bias -= 0.001f * gradient;
  }
  printf("%.9g %d\n", bias, parts);
}
