// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "training.h"

#include <utility>

Momentum::Momentum(std::vector<Parameter *> parameters, float rate) : rate(rate), parameters_(std::move(parameters)) {
    for (const Parameter *p : parameters_) velocities_.emplace_back(p->value.size());
}

void Momentum::step() {
    for (std::size_t p = 0; p < parameters_.size(); ++p) {
        std::vector<float> &value = parameters_[p]->value, &velocity = velocities_[p];
        for (std::size_t k = 0; k < value.size(); ++k) {
            velocity[k] = kMomentum * velocity[k] - rate * parameters_[p]->gradient[k];
            value[k] += velocity[k];
        }
    }
}

void Plateau::watch(float loss, Momentum &optimizer) {
    if (loss < least_) {
        least_ = loss;
        waited_ = 0;
    } else if (++waited_ > 1) {
        optimizer.rate /= 3;
        waited_ = 0;
    }
}

bool EarlyStopping::watch(float loss, const std::vector<std::vector<float> *> &weights) {
    if (loss >= least_) return ++waited_ >= patience_;
    least_ = loss;
    waited_ = 0;
    best_.clear();
    for (const std::vector<float> *w : weights) best_.push_back(*w);
    return false;
}

void EarlyStopping::restore(const std::vector<std::vector<float> *> &weights) const {
    for (std::size_t k = 0; k < best_.size(); ++k) *weights[k] = best_[k];
}
