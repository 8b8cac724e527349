// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two blocks of convolution, normalisation and pooling, then dropout and a linear layer.
#ifndef CNN_NETWORK_H
#define CNN_NETWORK_H

#include <random>
#include <vector>

#include "layers.h"
#include "loader.h"

struct Score {
    float loss, accuracy;
};

class Network {
public:
    // For batches of at most so many images.
    Network(std::size_t batch, float dropout, std::mt19937 &rng);

    // Sets the gradients of all parameters; gives the mean loss of the batch.
    float learn(const Batch &batch);
    // Of all that the loader gives, through the batch.
    Score judge(Loader &loader, Batch &batch);

    std::vector<Parameter *> parameters();
    // All that makes the answers: the parameters, and the running statistics.
    std::vector<std::vector<float> *> weights();

private:
    const Tensor &forward(const Tensor &images, bool learning);
    // From the outputs to their gradients; adds to the number of right answers.
    float cross_entropy(const Tensor &outputs, const Batch &batch, std::size_t &right);

    Convolution first_, second_;
    Normalisation first_normal_, second_normal_;
    Pooling first_pool_, second_pool_;
    Dropout dropout_;
    Linear linear_;
    const Tensor *into_second_ = nullptr, *into_linear_ = nullptr;  // what the layers before gave
    Tensor by_outputs_;
};

#endif
