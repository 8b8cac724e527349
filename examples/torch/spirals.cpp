// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tells two spirals apart with libtorch: a small network with batch normalisation and dropout, Adam, and a rate that
// falls from epoch to epoch.
//
//   spirals [EPOCHS [POINTS [SEED]]]
#include <torch/torch.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace {

constexpr std::int64_t kBatch = 32;
constexpr double kPi = 3.14159265358979;

struct NetImpl : torch::nn::Module {
    explicit NetImpl(std::int64_t hidden)
        : fc1(register_module("fc1", torch::nn::Linear(2, hidden))),
          norm(register_module("norm", torch::nn::BatchNorm1d(hidden))),
          drop(register_module("drop", torch::nn::Dropout(0.1))),
          fc2(register_module("fc2", torch::nn::Linear(hidden, 2))) {}

    torch::Tensor forward(torch::Tensor x) {
        x = torch::relu(norm(fc1(x)));
        return fc2(drop(x));
    }

    torch::nn::Linear fc1;
    torch::nn::BatchNorm1d norm;
    torch::nn::Dropout drop;
    torch::nn::Linear fc2;
};
TORCH_MODULE(Net);

struct Points {
    torch::Tensor place;  // (count, 2)
    torch::Tensor label;  // (count), 0 or 1: which spiral
};

Points draw_points(std::int64_t count) {
    const torch::Tensor label = torch::arange(count).remainder(2);
    const torch::Tensor radius = torch::rand(count) * 3;
    const torch::Tensor angle = radius * 2 + label * kPi;
    return {torch::stack({radius * torch::cos(angle), radius * torch::sin(angle)}, 1), label};
}

double accuracy(Net net, const Points &points) {
    const torch::NoGradGuard no_grad;
    net->eval();
    return net(points.place).argmax(1).eq(points.label).to(torch::kFloat).mean().item<double>();
}

}  // namespace

int main(int argc, char **argv) {
    const int epochs = argc > 1 ? std::atoi(argv[1]) : 40;
    const std::int64_t count = argc > 2 ? std::atoi(argv[2]) : 256;
    torch::manual_seed(argc > 3 ? std::atoi(argv[3]) : 7);
    const Points points = draw_points(count);

    Net net(32);
    torch::optim::Adam optimizer(net->parameters(), torch::optim::AdamOptions(0.01));
    double average = 0.7;
    for (int epoch = 0; epoch < epochs; epoch++) {
        const torch::Tensor order = torch::randperm(count, torch::kLong);
        for (std::int64_t first = 0; first < count; first += kBatch) {
            const torch::Tensor picked = order.slice(0, first, first + kBatch);
            optimizer.zero_grad();
            const torch::Tensor loss = torch::nn::functional::cross_entropy(net(points.place.index_select(0, picked)),
                                                                            points.label.index_select(0, picked));
            loss.backward();
            optimizer.step();
            average += 0.1 * (loss.item<double>() - average);
        }
        for (auto &group : optimizer.param_groups()) group.options().set_lr(0.99 * group.options().get_lr());
        std::printf("epoch %d: loss %.6f\n", epoch, average);
    }
    std::printf("accuracy %.1f%%\n", 100 * accuracy(net, points));
    return 0;
}
