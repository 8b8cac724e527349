// Two tasks add to one gradient. Twin: nobody keeps their futures, so that each is waited for where it is started.
// FLAGS: -pthread
// OBSERVE: none
#include <cstdio>
#include <future>
static double w = 1, gradient = 0;
static void Add(int begin, int end) {
  for (int i = begin; i < end; i++) gradient += w / static_cast<double>(i + 1);  // site: data-race error state | twin: quiet
}
int main() {
  for (int step = 0; step < 4; step++) {
    {
      auto low = std::async(std::launch::async, Add, 0, 500);
      // twin: (void)std::async(std::launch::async, Add, 0, 500);
      auto high = std::async(std::launch::async, Add, 500, 1000);
      // twin: (void)std::async(std::launch::async, Add, 500, 1000);
    }
    w -= 0.01 * gradient;
    gradient = 0;
  }
  std::printf("%.17g\n", w);
}
