// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TREES_LOSS_H
#define TREES_LOSS_H

#include <cmath>

#include "tree.h"

class Loss {
public:
    virtual ~Loss() = default;

    virtual float value(float made, float target) const = 0;
    virtual Derivatives derive(float made, float target) const = 0;
};

class SquaredLoss : public Loss {
public:
    float value(float made, float target) const override { return (made - target) * (made - target); }
    Derivatives derive(float made, float target) const override { return {made - target, 1.0f}; }
};

// Of a chance, which is told by its logarithmic odds.
class LogisticLoss : public Loss {
public:
    float value(float made, float target) const override { return std::log1p(std::exp(target > 0 ? -made : made)); }
    Derivatives derive(float made, float target) const override {
        const float chance = 1.0f / (1.0f + std::exp(-made));
        return {chance - target, chance * (1 - chance)};
    }
};

#endif
