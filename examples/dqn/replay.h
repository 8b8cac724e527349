// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the agent has lived through lately.
#ifndef DQN_REPLAY_H
#define DQN_REPLAY_H

#include <cstddef>
#include <deque>
#include <random>
#include <vector>

#include "cart_pole.h"

struct Transition {
    State state;
    int action;
    float reward;
    State next;
    bool failed;
};

class Replay {
public:
    explicit Replay(std::size_t capacity) : capacity_(capacity) {}

    // Forgets the oldest one when it is full.
    void add(const Transition &transition) {
        if (transitions_.size() == capacity_) transitions_.pop_front();
        transitions_.push_back(transition);
    }

    // Draws with replacement.
    std::vector<Transition> sample(std::size_t count, std::mt19937 &rng) const {
        std::uniform_int_distribution<std::size_t> which(0, transitions_.size() - 1);
        std::vector<Transition> batch;
        for (std::size_t k = 0; k < count; ++k) batch.push_back(transitions_[which(rng)]);
        return batch;
    }

    std::size_t size() const { return transitions_.size(); }

private:
    std::size_t capacity_;
    std::deque<Transition> transitions_;
};

#endif
