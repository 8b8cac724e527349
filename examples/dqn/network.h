// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A hidden layer of rectified units; a value for each action. It is a value itself: a copy is another network.
#ifndef DQN_NETWORK_H
#define DQN_NETWORK_H

#include <array>
#include <cstddef>
#include <random>
#include <vector>

#include "cart_pole.h"

using Values = std::array<float, CartPole::kActions>;

class Network {
public:
    Network(std::size_t hidden, std::mt19937 &rng);

    Values forward(const State &state);
    // After `forward`: adds to the gradients of the parameters.
    void backward(int action, float by_value);

    std::vector<float> parameters, gradients;  // hidden x inputs, hidden, actions x hidden, actions

private:
    std::size_t hidden_;
    State input_{};
    std::vector<float> activations_;
};

#endif
