// Two tasks add to one gradient, each in a thread. Twin: they are deferred, and run where they are waited for.
// FLAGS: -pthread
// OBSERVE: none
#include <cstdio>
#include <future>
struct Model {
  double w = 1, gradient = 0;
  void Add(int begin, int end) {
    for (int i = begin; i < end; i++) gradient += w / static_cast<double>(i + 1);  // site: data-race error state | twin: quiet
  }
};
int main() {
  Model model;
  for (int step = 0; step < 4; step++) {
    auto low = std::async(std::launch::async, &Model::Add, &model, 0, 500);
    // twin: auto low = std::async(std::launch::deferred, &Model::Add, &model, 0, 500);
    auto high = std::async(std::launch::async, &Model::Add, &model, 500, 1000);
    // twin: auto high = std::async(std::launch::deferred, &Model::Add, &model, 500, 1000);
    low.get();
    high.get();
    model.w -= 0.01 * model.gradient;
    model.gradient = 0;
  }
  std::printf("%.17g\n", model.w);
}
