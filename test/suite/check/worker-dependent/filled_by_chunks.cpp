// A tensor is filled with random numbers in as many chunks as the machine has threads, as discussed in
// tenstorrent/tt-metal#25654. Twin: in chunks of 256, which the threads take in turn.
// FLAGS: -pthread
// OBSERVE: none
// KIND: machines
#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <functional>
#include <random>
#include <thread>
#include <vector>
static void Fill(float *first, float *last, unsigned seed) {
  std::minstd_rand engine(seed);
  for (; first != last; ++first) *first = static_cast<float>(engine() % 2000) / 1000 - 1;
}
static void FillAll(std::vector<float> &values, unsigned seed, std::size_t most = std::thread::hardware_concurrency()) {  // site: worker-dependent error state | twin: quiet
  const std::size_t threads = std::max<std::size_t>(1, most);
  const std::size_t size = (values.size() + threads - 1) / threads;
  // twin: const std::size_t size = 256;
  std::vector<std::thread> running;
  for (std::size_t k = 0; k < threads; k++)
    running.emplace_back([&values, k, threads, size, seed] {
      for (std::size_t c = k; c * size < values.size(); c += threads)
        Fill(values.data() + c * size, values.data() + std::min(values.size(), (c + 1) * size), seed + static_cast<unsigned>(c));
    });
  std::for_each(running.begin(), running.end(), std::mem_fn(&std::thread::join));
}
int main() {
  std::vector<float> w(4096);
  FillAll(w, 7);
  for (int step = 0; step < 20; step++)
    for (std::size_t i = 1; i < w.size(); i++) w[i] -= 0.1f * (w[i] - 0.5f * w[i - 1]);
  std::printf("%.9g %.9g\n", static_cast<double>(w[100]), static_cast<double>(w[4000]));
}
