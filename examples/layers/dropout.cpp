// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dropout.h"

const Rows &Dropout::forward(const Rows &input, bool learning) {
    std::bernoulli_distribution keep(1 - rate_);
    for (std::size_t k = 0; k < mask_.size(); ++k) {
        mask_[k] = !learning ? 1.0f : keep(rng_) ? 1 / (1 - rate_) : 0.0f;
        output_[k] = mask_[k] * input[k];
    }
    return output_;
}

const Rows &Dropout::backward(const Rows &by_output) {
    for (std::size_t k = 0; k < by_input_.size(); ++k) by_input_[k] = mask_[k] * by_output[k];
    return by_input_;
}
