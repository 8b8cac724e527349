// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Drops numbers while the model learns, by its own generator (Srivastava et al., 2014).
#ifndef LAYERS_DROPOUT_H
#define LAYERS_DROPOUT_H

#include <random>

#include "layer.h"

class Dropout : public Layer {
public:
    Dropout(std::size_t batch, std::size_t width, float rate, unsigned seed)
        : rate_(rate), rng_(seed), mask_(batch * width), output_(batch * width), by_input_(batch * width) {}

    const Rows &forward(const Rows &input, bool learning) override;
    const Rows &backward(const Rows &by_output) override;

private:
    float rate_;
    std::mt19937 rng_;
    Rows mask_, output_, by_input_;
};

#endif
