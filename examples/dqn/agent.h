// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Deep Q-learning (Mnih et al., 2015), with the choice of the next action by the network that learns (van Hasselt,
// 2016).
#ifndef DQN_AGENT_H
#define DQN_AGENT_H

#include <cstddef>
#include <random>
#include <vector>

#include "network.h"
#include "replay.h"

struct AgentOptions {
    std::size_t hidden = 32, batch = 32, capacity = 10000, warm_up = 200;
    long refresh = 50;  // steps between copies to the target
    float rate = 0.002f, discount = 0.9f;
    float least_random = 0.02f, fall = 0.997f;  // of the share of random actions, in each step
};

class Agent {
public:
    Agent(const AgentOptions &options, unsigned seed);

    // Mostly the best one; now and then any.
    int act(const State &state);
    void remember(const Transition &transition) { replay_.add(transition); }
    // One step of Adam on a batch from the past, once there is enough of it; gives the mean loss.
    float learn();
    int best(const State &state);
    float random_share() const { return random_share_; }

private:
    void update();

    AgentOptions options_;
    std::mt19937 rng_;
    Network online_, target_;
    std::vector<float> first_, second_;  // moments
    Replay replay_;
    float random_share_ = 1.0f;
    long steps_ = 0;
};

#endif
