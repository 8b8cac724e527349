// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a model is made of. `forward` keeps what `backward` needs; that takes the gradient of the output and gives that
// of the input, and sets the gradients of what it learns. Tensors are rows of one sample after another.
#ifndef LAYERS_LAYER_H
#define LAYERS_LAYER_H

#include <vector>

using Rows = std::vector<float>;

// What a layer learns, one kind of its numbers after another.
struct Parameters {
    explicit Parameters(std::size_t size) : value(size), gradient(size) {}

    Rows value, gradient;
};

class Layer {
public:
    virtual ~Layer() = default;

    virtual const Rows &forward(const Rows &input, bool learning) = 0;
    virtual const Rows &backward(const Rows &by_output) = 0;
    // Null: it learns nothing.
    virtual Parameters *parameters() { return nullptr; }
};

#endif
