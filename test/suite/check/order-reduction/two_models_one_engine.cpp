// Two models are trained side by side and draw from one engine under a lock, in the order in which they come, as reported
// in LaurentMazare/tch-rs#263. Twin: each model has an engine.
// FLAGS: -pthread
// OBSERVE: runs
// KIND: order
#include <cstdio>
#include <mutex>
#include <random>
#include <thread>
class Noise {
 public:
  float Draw() {
    std::scoped_lock lock(mutex_);
    return static_cast<float>(engine_() % 1000) / 1000 - 0.5f;  // site: order-reduction error state | twin: quiet
  }

 private:
  std::mutex mutex_;
  std::mt19937 engine_{7};
};
static Noise noise[2];
struct Model {
  float w[4] = {};
  void Fit(Noise *of) {
    for (int step = 0; step < 3000; step++) {
      const float x = of->Draw();
      float error = x;
      for (float v : w) error -= v * x;
      for (float &v : w) v += 0.05f * error * x + 0.001f * of->Draw();
    }
  }
};
int main() {
  Model models[2];
  std::thread first([&] { models[0].Fit(&noise[0]); });
  std::thread second([&] { models[1].Fit(&noise[0]); });
  // twin: std::thread second([&] { models[1].Fit(&noise[1]); });
  first.join();
  second.join();
  for (const Model &model : models) std::printf("%.9g\n", static_cast<double>(model.w[0]));
}
