// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What moves the parameters, and what watches over the training.
#ifndef CNN_TRAINING_H
#define CNN_TRAINING_H

#include <limits>
#include <vector>

#include "layers.h"

class Momentum {
public:
    Momentum(std::vector<Parameter *> parameters, float rate);

    void step();

    float rate;

private:
    static constexpr float kMomentum = 0.9f;

    std::vector<Parameter *> parameters_;
    std::vector<std::vector<float>> velocities_;
};

// Divides the rate by three when the loss has not fallen for two epochs.
class Plateau {
public:
    void watch(float loss, Momentum &optimizer);

private:
    float least_ = std::numeric_limits<float>::infinity();
    int waited_ = 0;
};

// Keeps the best weights, and says when to give up.
class EarlyStopping {
public:
    explicit EarlyStopping(int patience) : patience_(patience) {}

    // Whether the loss has not fallen for too long.
    bool watch(float loss, const std::vector<std::vector<float> *> &weights);
    void restore(const std::vector<std::vector<float> *> &weights) const;

private:
    int patience_, waited_ = 0;
    float least_ = std::numeric_limits<float>::infinity();
    std::vector<std::vector<float>> best_;
};

#endif
