// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "loader.h"

#include <algorithm>
#include <numeric>

Loader::Loader(const Digits &digits, bool augment, unsigned seed)
    : digits_(digits), augment_(augment), order_(digits.size()), rng_(seed) {
    std::iota(order_.begin(), order_.end(), std::size_t{0});
}

void Loader::rewind() {
    if (augment_) std::shuffle(order_.begin(), order_.end(), rng_);
    cursor_ = 0;
}

bool Loader::next(Batch &batch) {
    const std::size_t count = std::min(batch.labels.size(), order_.size() - cursor_);
    if (count == 0) return false;
    batch.images.resize(count);
    batch.images.clear();
    for (std::size_t k = 0; k < count; ++k) {
        const std::size_t which = order_[cursor_ + k];
        copy_shifted(which, batch.images.plane(k, 0));
        batch.labels[k] = digits_.labels[which];
    }
    cursor_ += count;
    return true;
}

void Loader::copy_shifted(std::size_t from, float *to) {
    std::uniform_int_distribution<int> shift(-2, 2);
    const int side = static_cast<int>(kSide);
    const int down = augment_ ? shift(rng_) : 0, right = augment_ ? shift(rng_) : 0;
    const float *pixels = &digits_.pixels[from * kSide * kSide];
    for (int y = std::max(0, down); y < std::min(side, side + down); ++y) {
        for (int x = std::max(0, right); x < std::min(side, side + right); ++x) {
            to[y * side + x] = pixels[(y - down) * side + x - right];
        }
    }
}
