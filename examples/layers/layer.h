// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a model is made of. `forward` keeps what `backward` needs; that takes the gradient of the output and gives that
// of the input, and sets the gradients of the parameters. Tensors are rows of one sample after another.
#ifndef LAYERS_LAYER_H
#define LAYERS_LAYER_H

#include <vector>

using Rows = std::vector<float>;

struct Parameter {
    Parameter(int number, std::size_t size) : number(number), value(size), gradient(size) {}

    int number;  // another one for each
    Rows value, gradient;
};

class Layer {
public:
    virtual ~Layer() = default;

    virtual const Rows &forward(const Rows &input, bool learning) = 0;
    virtual const Rows &backward(const Rows &by_output) = 0;
    virtual std::vector<Parameter *> parameters() { return {}; }
};

#endif
