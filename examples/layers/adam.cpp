// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "adam.h"

#include <cmath>

namespace {

constexpr float kFirst = 0.9f, kSecond = 0.99f, kEpsilon = 1e-8f;

}  // namespace

void Adam::step(const std::vector<std::unique_ptr<Layer>> &layers) {
    first_left_ *= kFirst;
    second_left_ *= kSecond;
    for (const auto &layer : layers) {
        Parameters *p = layer->parameters();
        if (p == nullptr) continue;
        Moments &moments = moments_.try_emplace(layer.get(), p->value.size()).first->second;
        for (std::size_t k = 0; k < p->value.size(); ++k) {
            const float by = p->gradient[k];
            moments.first[k] = kFirst * moments.first[k] + (1 - kFirst) * by;
            moments.second[k] = kSecond * moments.second[k] + (1 - kSecond) * by * by;
            const float first = moments.first[k] / (1 - first_left_), second = moments.second[k] / (1 - second_left_);
            p->value[k] -= rate * first / (std::sqrt(second) + kEpsilon);
        }
    }
}
