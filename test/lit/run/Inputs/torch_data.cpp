// Three epochs over examples that a loader draws in lists, each of another order, and numbers of a sampler of its own.
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
  auto lists = torch::data::make_data_loader<torch::data::samplers::RandomSampler>(
      Points(), torch::data::DataLoaderOptions().batch_size(7));
  torch::data::samplers::RandomSampler sampler(12);
  torch::Tensor all = torch::randn({12, 4});
  for (int epoch = 0; epoch < 3; ++epoch) {
    float total = 0;
    for (std::vector<torch::data::Example<>>& batch : *lists) {
      optimizer.zero_grad();
      torch::Tensor loss = torch::zeros({1});
      for (auto& example : batch)
        loss = loss + torch::mse_loss(net->forward(example.data), example.target);
      loss.backward();
      optimizer.step();
      total += loss.item<float>();
      auto some = sampler.next(5);
      if (!some) {
        sampler.reset();
        some = sampler.next(5);
      }
      total += all[(*some)[0]][0].item<float>();
    }
    std::printf("%d %g\n", epoch, total);
  }
}
