// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "agent.h"

#include <algorithm>
#include <cmath>

namespace {

int largest(const Values &values) {
    return static_cast<int>(std::max_element(values.begin(), values.end()) - values.begin());
}

}  // namespace

Agent::Agent(const AgentOptions &options, unsigned seed)
    : options_(options),
      rng_(seed),
      online_(options.hidden, rng_),
      target_(online_),
      first_(online_.parameters.size()),
      second_(online_.parameters.size()),
      replay_(options.capacity) {}

int Agent::best(const State &state) {
    return largest(online_.forward(state));
}

int Agent::act(const State &state) {
    random_share_ = std::max(options_.least_random, random_share_ * options_.fall);
    if (std::bernoulli_distribution(random_share_)(rng_)) {
        return std::uniform_int_distribution<int>(0, CartPole::kActions - 1)(rng_);
    }
    return best(state);
}

float Agent::learn() {
    if (replay_.size() < options_.warm_up) return 0;
    std::fill(online_.gradients.begin(), online_.gradients.end(), 0.0f);
    float loss = 0;
    for (const Transition &t : replay_.sample(options_.batch, rng_)) {
        float wanted = t.reward;
        if (!t.failed) wanted += options_.discount * target_.forward(t.next)[static_cast<std::size_t>(best(t.next))];
        const float error = online_.forward(t.state)[static_cast<std::size_t>(t.action)] - wanted;
        online_.backward(t.action, std::clamp(error, -1.0f, 1.0f) / static_cast<float>(options_.batch));
        loss += error * error;
    }
    update();
    if (++steps_ % options_.refresh == 0) target_ = online_;
    return loss / static_cast<float>(options_.batch);
}

void Agent::update() {
    constexpr float kFirst = 0.9f, kSecond = 0.999f;
    const float time = static_cast<float>(steps_ + 1);
    const float by_first = 1 - std::pow(kFirst, time), by_second = 1 - std::pow(kSecond, time);
    for (std::size_t k = 0; k < first_.size(); ++k) {
        const float gradient = online_.gradients[k];
        first_[k] = kFirst * first_[k] + (1 - kFirst) * gradient;
        second_[k] = kSecond * second_[k] + (1 - kSecond) * gradient * gradient;
        online_.parameters[k] -= options_.rate * (first_[k] / by_first) / (std::sqrt(second_[k] / by_second) + 1e-8f);
    }
}
