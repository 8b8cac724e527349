// Batches that worker threads fetch ahead.
#include <torch/torch.h>
#include <cstdio>
struct Points : torch::data::datasets::Dataset<Points> {
  torch::Tensor x, y;
  Points() {
    x = torch::randn({40, 4});
    y = x.sum(1, true);
  }
  torch::data::Example<> get(size_t i) override { return {x[i], y[i]}; }
  torch::optional<size_t> size() const override { return 40; }
};
int main() {
  torch::manual_seed(1);
  torch::set_num_threads(1);
  torch::nn::Linear net(4, 1);
  torch::optim::SGD optimizer(net->parameters(), torch::optim::SGDOptions(0.01).momentum(0.9));
  auto threads = torch::data::make_data_loader(Points().map(torch::data::transforms::Stack<>()),
                                               torch::data::DataLoaderOptions().batch_size(8).workers(2));
  for (int epoch = 0; epoch < 3; ++epoch) {
    float total = 0;
    for (auto& batch : *threads) {
      optimizer.zero_grad();
      torch::Tensor loss = torch::mse_loss(net->forward(batch.data), batch.target);
      loss.backward();
      optimizer.step();
      total += loss.item<float>();
    }
    std::printf("%d %g\n", epoch, total);
  }
}
