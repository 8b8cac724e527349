// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Adam (Kingma and Ba, 2015): running moments of each parameter's gradients, made when it is first met.
#ifndef LAYERS_ADAM_H
#define LAYERS_ADAM_H

#include <map>
#include <memory>
#include <vector>

#include "layer.h"

class Adam {
public:
    explicit Adam(float rate) : rate(rate) {}

    void step(const std::vector<std::unique_ptr<Layer>> &layers);

    float rate;

private:
    struct Moments {
        explicit Moments(std::size_t size) : first(size), second(size) {}

        Rows first, second;
    };

    std::map<const Layer *, Moments> moments_;  // of all numbers that the layer learns
    float first_left_ = 1, second_left_ = 1;    // powers of the decays, for the correction of the bias
};

#endif
