// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A pole on a cart, to be kept upright (Barto, Sutton and Anderson, 1983).
#ifndef DQN_CART_POLE_H
#define DQN_CART_POLE_H

#include <array>
#include <random>

using State = std::array<float, 4>;  // place, speed, angle, its speed: around 1 where it is about to fall

class CartPole {
public:
    static constexpr int kActions = 2;  // to the left, to the right

    struct Outcome {
        State state;
        float reward;
        bool failed;
    };

    explicit CartPole(unsigned seed) : rng_(seed) {}

    State reset();
    // Pushes the cart for a fiftieth of a second.
    Outcome step(int action);
    // Whether the episode is over, by a fall or because it lasted long enough.
    bool done() const { return failed_ || steps_ == kLongest; }

    static constexpr int kLongest = 200;

private:
    State observed() const;

    std::mt19937 rng_;
    float place_ = 0, speed_ = 0, angle_ = 0, turn_ = 0;
    int steps_ = 0;
    bool failed_ = false;
};

#endif
