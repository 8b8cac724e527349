// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each output is a weighted sum of all inputs, and a bias.
#ifndef LAYERS_DENSE_H
#define LAYERS_DENSE_H

#include <random>

#include "layer.h"

class Dense : public Layer {
public:
    Dense(std::size_t batch, std::size_t in, std::size_t out, std::mt19937 &rng);

    const Rows &forward(const Rows &input, bool learning) override;
    const Rows &backward(const Rows &by_output) override;
    Parameters *parameters() override { return &learned_; }

private:
    std::size_t batch_, in_, out_;
    Parameters learned_;  // weights, out x in, and behind them the biases, out
    Rows input_, output_, by_input_;
};

#endif
