// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "loader.h"

#include <algorithm>
#include <numeric>

#include "ranks.h"

Loader::Loader(const Digits &digits, bool augment, unsigned seed)
    : digits_(digits), augment_(augment), order_(digits.size()), rng_(seed) {
    std::iota(order_.begin(), order_.end(), std::size_t{0});
}

void Loader::rewind() {
    if (augment_) std::shuffle(order_.begin(), order_.end(), rng_);
    cursor_ = 0;
}

bool Loader::next(Batch &batch) {
    const std::size_t parts = augment_ ? ranks() : 1, part = augment_ ? rank() : 0;
    batch.whole = std::min(batch.labels.size() * parts, order_.size() - cursor_);
    if (batch.whole == 0) return false;
    const std::size_t first = batch.whole * part / parts, count = batch.whole * (part + 1) / parts - first;
    batch.images.resize(count);
    batch.images.clear();
    for (std::size_t k = 0; k < first; ++k) draw_shift();  // of images that other ranks have
    for (std::size_t k = 0; k < count; ++k) {
        const std::size_t which = order_[cursor_ + first + k];
        copy_shifted(which, draw_shift(), batch.images.plane(k, 0));
        batch.labels[k] = digits_.labels[which];
    }
    for (std::size_t k = first + count; k < batch.whole; ++k) draw_shift();
    cursor_ += batch.whole;
    return true;
}

Loader::Shift Loader::draw_shift() {
    std::uniform_int_distribution<int> shift(-2, 2);
    const int down = augment_ ? shift(rng_) : 0;
    return {down, augment_ ? shift(rng_) : 0};
}

void Loader::copy_shifted(std::size_t from, Shift shift, float *to) const {
    const int side = static_cast<int>(kSide), down = shift.down, right = shift.right;
    const float *pixels = &digits_.pixels[from * kSide * kSide];
    for (int y = std::max(0, down); y < std::min(side, side + down); ++y) {
        for (int x = std::max(0, right); x < std::min(side, side + right); ++x) {
            to[y * side + x] = pixels[(y - down) * side + x - right];
        }
    }
}
