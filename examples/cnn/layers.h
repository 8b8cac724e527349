// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The layers of the network. `forward` keeps what `backward` needs; that takes the gradient of the output and gives
// that of the input, and sets the gradients of the parameters. All have room for `batch` images.
#ifndef CNN_LAYERS_H
#define CNN_LAYERS_H

#include <random>
#include <vector>

#include "tensor.h"

struct Parameter {
    explicit Parameter(std::size_t size, float first = 0.0f) : value(size, first), gradient(size) {}

    std::vector<float> value, gradient;
};

// Three by three, with a border of zeros.
class Convolution {
public:
    Convolution(std::size_t batch, std::size_t in, std::size_t out, std::size_t side, std::mt19937 &rng);

    const Tensor &forward(const Tensor &input);
    const Tensor &backward(const Tensor &input, const Tensor &by_output);

    Parameter weight;  // out x in x 3 x 3

private:
    std::size_t in_, out_;
    Tensor output_, by_input_;
};

// Batch normalisation (Ioffe and Szegedy, 2015), then ReLU.
class Normalisation {
public:
    Normalisation(std::size_t batch, std::size_t channels, std::size_t side);

    // Learning takes the statistics of the batch and moves the running ones; otherwise those are taken.
    const Tensor &forward(const Tensor &input, bool learning);
    const Tensor &backward(const Tensor &by_output);

    Parameter scale, shift;
    std::vector<float> running_mean, running_variance;

private:
    static constexpr float kKeep = 0.8f, kEpsilon = 1e-5f;

    void measure(const Tensor &input, std::size_t c);

    std::vector<float> mean_, variance_;
    Tensor normal_, output_, by_input_;
};

// The largest of two by two.
class Pooling {
public:
    Pooling(std::size_t batch, std::size_t channels, std::size_t side);

    const Tensor &forward(const Tensor &input);
    const Tensor &backward(const Tensor &by_output);

private:
    std::vector<std::size_t> winners_;  // where each output comes from
    Tensor output_, by_input_;
};

class Dropout {
public:
    Dropout(std::size_t batch, std::size_t channels, std::size_t side, float rate, unsigned seed);

    const Tensor &forward(const Tensor &input, bool learning);
    const Tensor &backward(const Tensor &by_output);

private:
    float rate_;
    std::mt19937 rng_;
    std::vector<float> mask_;
    Tensor output_, by_input_;
};

class Linear {
public:
    // From all that is in an image of so many channels.
    Linear(std::size_t batch, std::size_t channels, std::size_t side, std::size_t out, std::mt19937 &rng);

    const Tensor &forward(const Tensor &input);
    const Tensor &backward(const Tensor &input, const Tensor &by_output);

    Parameter weight, bias;  // out x in, out

private:
    std::size_t in_, out_;
    Tensor output_, by_input_;
};

#endif
