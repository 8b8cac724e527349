// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cart_pole.h"

#include <cmath>

namespace {

constexpr float kGravity = 9.8f, kPole = 0.1f, kCart = 1.0f, kHalf = 0.5f;  // masses, and half the pole's length
constexpr float kForce = 10.0f, kTick = 0.02f, kFarthest = 2.4f, kSteepest = 0.2095f;

}  // namespace

State CartPole::observed() const {
    return {place_ / kFarthest, speed_ / 2, angle_ / kSteepest, turn_ / 2};
}

State CartPole::reset() {
    std::uniform_real_distribution<float> small(-0.05f, 0.05f);
    for (float *s : {&place_, &speed_, &angle_, &turn_}) *s = small(rng_);
    steps_ = 0;
    failed_ = false;
    return observed();
}

CartPole::Outcome CartPole::step(int action) {
    const float force = action == 1 ? kForce : -kForce, sine = std::sin(angle_), cosine = std::cos(angle_);
    const float push = (force + kPole * kHalf * turn_ * turn_ * sine) / (kCart + kPole);
    const float inertia = kHalf * (4.0f / 3 - kPole * cosine * cosine / (kCart + kPole));
    const float by_turn = (kGravity * sine - cosine * push) / inertia;
    const float by_speed = push - kPole * kHalf * by_turn * cosine / (kCart + kPole);
    place_ += kTick * speed_;
    speed_ += kTick * by_speed;
    angle_ += kTick * turn_;
    turn_ += kTick * by_turn;
    ++steps_;
    failed_ = std::fabs(place_) > kFarthest || std::fabs(angle_) > kSteepest;
    return {observed(), 1.0f, failed_};
}
