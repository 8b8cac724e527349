// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The hyperbolic tangent of each number.
#ifndef LAYERS_TANH_H
#define LAYERS_TANH_H

#include "layer.h"

class Tanh : public Layer {
public:
    Tanh(std::size_t batch, std::size_t width) : output_(batch * width), by_input_(batch * width) {}

    const Rows &forward(const Rows &input, bool learning) override;
    const Rows &backward(const Rows &by_output) override;

private:
    Rows output_, by_input_;
};

#endif
