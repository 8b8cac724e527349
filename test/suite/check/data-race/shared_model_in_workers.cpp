// Workers hold a pointer to one model. Twin: each to a model of its own.
// FLAGS: -pthread
// OBSERVE: none
#include <cstdio>
#include <thread>
#include <vector>
struct Model {
  std::vector<float> w = std::vector<float>(8, 1.0f);
};
class Worker {
 public:
  Worker(Model *model, int number) : model_(model), number_(number) {}
  void Run() {
    for (int i = 0; i < 100; i++)
      for (float &w : model_->w) w -= 0.001f * (w - static_cast<float>(number_));  // site: data-race error state | twin: quiet
  }

 private:
  Model *model_;
  int number_;
};
int main() {
  std::vector<Model> models(4);
  Model &model = models[0];
  std::vector<Worker> workers;
  for (int k = 0; k < 4; k++) workers.emplace_back(&model, k);
  // twin: for (int k = 0; k < 4; k++) workers.emplace_back(&models[static_cast<size_t>(k)], k);
  for (int step = 0; step < 4; step++) {
    std::vector<std::thread> pool;
    for (Worker &worker : workers) pool.emplace_back(&Worker::Run, &worker);
    for (std::thread &thread : pool) thread.join();
  }
  std::printf("%f\n", static_cast<double>(model.w[0]));
}
