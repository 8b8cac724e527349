// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tanh.h"

#include <cmath>

const Rows &Tanh::forward(const Rows &input, bool) {
    for (std::size_t k = 0; k < output_.size(); ++k) output_[k] = std::tanh(input[k]);
    return output_;
}

const Rows &Tanh::backward(const Rows &by_output) {
    for (std::size_t k = 0; k < by_input_.size(); ++k) by_input_[k] = (1 - output_[k] * output_[k]) * by_output[k];
    return by_input_;
}
