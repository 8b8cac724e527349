// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An agent learns to balance a pole. See README.md.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <numeric>
#include <random>

#include "agent.h"
#include "cart_pole.h"

namespace {

// Episodes without random actions; gives their mean length.
float judge(Agent &agent, int episodes) {
    CartPole world(1);
    int steps = 0;
    for (int k = 0; k < episodes; ++k) {
        State state = world.reset();
        for (; !world.done(); ++steps) state = world.step(agent.best(state)).state;
    }
    return static_cast<float>(steps) / static_cast<float>(episodes);
}

}  // namespace

int main(int argc, char **argv) {
    const int episodes = argc > 1 ? std::atoi(argv[1]) : 250;
    const unsigned seed = argc > 2 ? static_cast<unsigned>(std::atoi(argv[2])) : std::random_device{}();
    AgentOptions options;
    if (argc > 3) options.warm_up = static_cast<std::size_t>(std::atoi(argv[3]));
    if (argc > 4) options.refresh = std::atol(argv[4]);
    if (argc > 5) options.capacity = static_cast<std::size_t>(std::atoi(argv[5]));
    Agent agent(options, seed);
    CartPole world(seed + 1);

    std::deque<int> lengths;  // of the last twenty episodes
    for (int episode = 0; episode < episodes; ++episode) {
        State state = world.reset();
        float loss = 0;
        int length = 0;
        while (!world.done()) {
            const int action = agent.act(state);
            const CartPole::Outcome outcome = world.step(action);
            agent.remember({state, action, outcome.reward, outcome.state, outcome.failed});
            loss += agent.learn();
            state = outcome.state;
            ++length;
        }
        lengths.push_back(length);
        if (lengths.size() > 20) lengths.pop_front();
        const float mean = std::accumulate(lengths.begin(), lengths.end(), 0.0f) / static_cast<float>(lengths.size());
        std::printf("episode %d: %d steps, mean of the last ones %.1f, loss %.4f, random %.3f\n", episode, length, mean,
                    loss / static_cast<float>(length), agent.random_share());
        if (mean > 195) break;
    }
    std::printf("mean length %.1f\n", judge(agent, 20));
}
