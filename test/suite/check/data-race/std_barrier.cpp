// A thread reads what the others write. Twin: a barrier of C++20 is between.
// FLAGS: -std=c++20 -pthread
// OBSERVE: none
#include <barrier>
#include <cstdio>
#include <thread>
#include <vector>
int main() {
  static float part[4], w[4];
  std::barrier all(4);
  auto work = [&](int k) {
    for (int step = 0; step < 4; step++) {
      part[k] = w[k] + static_cast<float>(k);  // site: data-race error state @1 | twin: quiet
      (void)all;
      // twin: all.arrive_and_wait();  // site: quiet
      for (int i = 0; i < 4; i++) w[k] = 0.5f * w[k] + part[i];  // site: data-race error state @1 | twin: quiet
      // twin: for (int i = 0; i < 4; i++) w[k] = 0.5f * w[k] + part[i]; all.arrive_and_wait();  // site: quiet
    }
  };
  std::vector<std::jthread> pool;
  for (int k = 0; k < 4; k++) pool.emplace_back(work, k);
  pool.clear();
  std::printf("%f\n", static_cast<double>(w[0]));
}
