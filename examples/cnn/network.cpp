// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "network.h"

#include <algorithm>
#include <cmath>

#include "digits.h"
#include "ranks.h"

namespace {

constexpr std::size_t kFirst = 4, kSecond = 8, kLast = kSide / 4;

}  // namespace

Network::Network(std::size_t batch, float dropout, std::mt19937 &rng)
    : first_(batch, 1, kFirst, kSide, rng),
      second_(batch, kFirst, kSecond, kSide / 2, rng),
      first_normal_(batch, kFirst, kSide),
      second_normal_(batch, kSecond, kSide / 2),
      first_pool_(batch, kFirst, kSide),
      second_pool_(batch, kSecond, kSide / 2),
      dropout_(batch, kSecond, kLast, dropout, static_cast<unsigned>(rng() + rank())),
      linear_(batch, kSecond, kLast, kClasses, rng),
      by_outputs_(batch, kClasses, 1) {}

std::vector<Parameter *> Network::parameters() {
    return {&first_.weight,        &first_normal_.scale,  &first_normal_.shift, &second_.weight,
            &second_normal_.scale, &second_normal_.shift, &linear_.weight,      &linear_.bias};
}

std::vector<std::vector<float> *> Network::weights() {
    return {&first_.weight.value,
            &first_normal_.scale.value,
            &first_normal_.shift.value,
            &first_normal_.running_mean,
            &first_normal_.running_variance,
            &second_.weight.value,
            &second_normal_.scale.value,
            &second_normal_.shift.value,
            &second_normal_.running_mean,
            &second_normal_.running_variance,
            &linear_.weight.value,
            &linear_.bias.value};
}

const Tensor &Network::forward(const Tensor &images, bool learning) {
    into_second_ = &first_pool_.forward(first_normal_.forward(first_.forward(images), learning));
    const Tensor &pooled = second_pool_.forward(second_normal_.forward(second_.forward(*into_second_), learning));
    into_linear_ = &dropout_.forward(pooled, learning);
    return linear_.forward(*into_linear_);
}

float Network::cross_entropy(const Tensor &outputs, const Batch &batch, std::size_t &right) {
    by_outputs_.resize(batch.size());
    float loss = 0;
    for (std::size_t n = 0; n < batch.size(); ++n) {
        const float *row = outputs.plane(n, 0);
        const std::size_t label = static_cast<std::size_t>(batch.labels[n]);
        const float most = *std::max_element(row, row + kClasses);
        float sum = 0;
        for (std::size_t c = 0; c < kClasses; ++c) sum += std::exp(row[c] - most);
        for (std::size_t c = 0; c < kClasses; ++c) {
            const float chance = std::exp(row[c] - most) / sum;
            by_outputs_[n * kClasses + c] = (chance - (c == label ? 1.0f : 0.0f)) / static_cast<float>(batch.whole);
        }
        loss += std::log(sum) + most - row[label];
        right += row[label] == most;
    }
    return loss;
}

float Network::learn(const Batch &batch) {
    std::size_t right = 0;
    float loss = cross_entropy(forward(batch.images, true), batch, right);
    const Tensor &by_dropout = dropout_.backward(linear_.backward(*into_linear_, by_outputs_));
    const Tensor &by_second = second_normal_.backward(second_pool_.backward(by_dropout));
    const Tensor &by_pool = second_.backward(*into_second_, by_second);
    first_.backward(batch.images, first_normal_.backward(first_pool_.backward(by_pool)));
    for (Parameter *parameter : parameters()) {
        sum_over_ranks(parameter->gradient.data(), parameter->gradient.size());
    }
    sum_over_ranks(&loss, 1);
    return loss / static_cast<float>(batch.whole);
}

Score Network::judge(Loader &loader, Batch &batch) {
    float loss = 0;
    std::size_t right = 0, count = 0;
    for (loader.rewind(); loader.next(batch); count += batch.size()) {
        loss += cross_entropy(forward(batch.images, false), batch, right);
    }
    return {loss / static_cast<float>(count), static_cast<float>(right) / static_cast<float>(count)};
}
