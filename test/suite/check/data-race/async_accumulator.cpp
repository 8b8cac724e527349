// Two tasks of std::async add to one gradient. Twin: each returns a sum of its own.
// FLAGS: -pthread
// OBSERVE: none
#include <cstdio>
#include <functional>
#include <future>
struct Model {
  float w = 1, gradient = 0;
};
static float Add(Model &model, int begin, int end) {
  float sum = 0;
  for (int i = begin; i < end; i++) model.gradient += model.w / static_cast<float>(i + 1);  // site: data-race error state
  // twin: for (int i = begin; i < end; i++) sum += model.w / static_cast<float>(i + 1);  // site: quiet
  return sum;
}
int main() {
  Model model;
  for (int step = 0; step < 4; step++) {
    std::future<float> low = std::async(std::launch::async, Add, std::ref(model), 0, 500);
    std::future<float> high = std::async(std::launch::async, Add, std::ref(model), 500, 1000);
    const float sum = low.get() + high.get();
    model.w -= 0.01f * (model.gradient + sum);
    model.gradient = 0;
  }
  std::printf("%.9g\n", static_cast<double>(model.w));
}
