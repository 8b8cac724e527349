// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "network.h"

#include <algorithm>
#include <cmath>

namespace {

constexpr std::size_t kInputs = std::tuple_size<State>::value, kActions = CartPole::kActions;

}  // namespace

Network::Network(std::size_t hidden, std::mt19937 &rng)
    : parameters(hidden * (kInputs + 1 + kActions) + kActions),
      gradients(parameters.size()),
      hidden_(hidden),
      activations_(hidden) {
    std::normal_distribution<float> in(0.0f, 1.0f), out(0.0f, 1.0f / std::sqrt(static_cast<float>(hidden)));
    const auto first = parameters.begin() + static_cast<std::ptrdiff_t>(hidden * kInputs);
    const auto second = first + static_cast<std::ptrdiff_t>(hidden);
    std::generate(parameters.begin(), first, [&] { return in(rng); });
    std::generate(second, second + static_cast<std::ptrdiff_t>(hidden * kActions), [&] { return out(rng); });
}

Values Network::forward(const State &state) {
    input_ = state;
    const float *weight = parameters.data(), *bias = weight + hidden_ * kInputs, *out = bias + hidden_;
    Values values;
    for (std::size_t a = 0; a < kActions; ++a) values[a] = out[kActions * hidden_ + a];
    for (std::size_t h = 0; h < hidden_; ++h) {
        float sum = bias[h];
        for (std::size_t i = 0; i < kInputs; ++i) sum += weight[h * kInputs + i] * input_[i];
        activations_[h] = std::max(0.0f, sum);
        for (std::size_t a = 0; a < kActions; ++a) values[a] += out[a * hidden_ + h] * activations_[h];
    }
    return values;
}

void Network::backward(int action, float by_value) {
    const std::size_t a = static_cast<std::size_t>(action);
    const float *out = parameters.data() + hidden_ * (kInputs + 1);
    float *by_weight = gradients.data(), *by_bias = by_weight + hidden_ * kInputs, *by_out = by_bias + hidden_;
    by_out[kActions * hidden_ + a] += by_value;
    for (std::size_t h = 0; h < hidden_; ++h) {
        if (activations_[h] <= 0) continue;
        by_out[a * hidden_ + h] += by_value * activations_[h];
        const float by = by_value * out[a * hidden_ + h];
        by_bias[h] += by;
        for (std::size_t i = 0; i < kInputs; ++i) by_weight[h * kInputs + i] += by * input_[i];
    }
}
