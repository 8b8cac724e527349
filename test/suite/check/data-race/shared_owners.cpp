// Threads are given a shared pointer each and lower the weights that it leads to. Twin: each has weights of its own.
// That they count the owners of the data that they are handed is no race.
// FLAGS: -pthread
// OBSERVE: runs
#include <cstdio>
#include <memory>
#include <thread>
#include <vector>
struct Data {
  std::vector<float> x;
};
struct Model {
  std::vector<float> w;
};
static float Lower(std::shared_ptr<Model> model, std::shared_ptr<const Data> data, std::size_t i) {
  float &w = model->w[i % model->w.size()];
  w -= 0.01f * (w - data->x[i]);  // site: data-race error state | twin: quiet
  return w;
}
static void Work(std::shared_ptr<Model> model, std::shared_ptr<const Data> data, std::size_t t) {
  for (std::size_t i = t; i < data->x.size(); i += 4)
    Lower(model, data, i);  // site: quiet
}
static void Train(const std::vector<std::shared_ptr<Model>> &models, std::shared_ptr<const Data> data) {
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < 4; t++)
    threads.emplace_back([&models, data, t] { Work(models[0], data, t); });
  // twin: threads.emplace_back([model = std::make_shared<Model>(*models[t]), data, t] { Work(model, data, t); });
  for (std::thread &thread : threads) thread.join();
}
int main() {
  std::vector<std::shared_ptr<Model>> models;
  for (int t = 0; t < 4; t++) {
    models.push_back(std::make_shared<Model>());
    models.back()->w.assign(3, 0.5f);
  }
  auto data = std::make_shared<Data>();
  for (int i = 0; i < 20000; i++) data->x.push_back(static_cast<float>(i % 7));
  for (int step = 0; step < 5; step++) Train(models, data);
  for (const auto &model : models) std::printf("%.9g\n", static_cast<double>(model->w[0]));
}
