// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dense.h"

#include <cmath>

Dense::Dense(std::size_t batch, std::size_t in, std::size_t out, std::mt19937 &rng)
    : batch_(batch),
      in_(in),
      out_(out),
      learned_(out * in + out),
      input_(batch * in),
      output_(batch * out),
      by_input_(batch * in) {
    std::normal_distribution<float> draw(0, 1 / std::sqrt(static_cast<float>(in)));
    for (std::size_t k = 0; k < out * in; ++k) learned_.value[k] = draw(rng);
}

const Rows &Dense::forward(const Rows &input, bool) {
    for (std::size_t k = 0; k < batch_ * in_; ++k) input_[k] = input[k];
    for (std::size_t n = 0; n < batch_; ++n) {
        for (std::size_t o = 0; o < out_; ++o) {
            float sum = learned_.value[out_ * in_ + o];
            for (std::size_t i = 0; i < in_; ++i) sum += learned_.value[o * in_ + i] * input_[n * in_ + i];
            output_[n * out_ + o] = sum;
        }
    }
    return output_;
}

const Rows &Dense::backward(const Rows &by_output) {
    for (std::size_t k = 0; k < out_ * in_ + out_; ++k) learned_.gradient[k] = 0;
    for (std::size_t k = 0; k < batch_ * in_; ++k) by_input_[k] = 0;
    for (std::size_t n = 0; n < batch_; ++n) {
        for (std::size_t o = 0; o < out_; ++o) {
            const float by = by_output[n * out_ + o];
            learned_.gradient[out_ * in_ + o] += by;
            for (std::size_t i = 0; i < in_; ++i) {
                learned_.gradient[o * in_ + i] += by * input_[n * in_ + i];
                by_input_[n * in_ + i] += by * learned_.value[o * in_ + i];
            }
        }
    }
    return by_input_;
}
