// Parts of a gradient are used while the tasks that make them may run. Twin: behind the end of the futures.
// FLAGS: -pthread
// OBSERVE: none
#include <cstdio>
#include <future>
#include <vector>
static float w[4], part[4];
static void Fill(int k) {
  for (int i = 0; i < 1000; i++) part[k] += w[k] / static_cast<float>(i + 1);  // site: data-race error state @1 | twin: quiet
}
int main() {
  for (int step = 0; step < 4; step++) {
    {
      std::vector<std::future<void>> running;
      for (int k = 0; k < 4; k++) running.push_back(std::async(std::launch::async, Fill, k));
      for (int k = 0; k < 4; k++) w[k] = 0.5f - 0.01f * part[k];  // site: data-race error state @1 | twin: quiet
      // twin: std::puts("step");  // site: quiet
    }
    std::puts("next");
    // twin: for (int k = 0; k < 4; k++) w[k] = 0.5f - 0.01f * part[k];  // site: quiet
  }
  std::printf("%.9g\n", static_cast<double>(w[0]));
}
