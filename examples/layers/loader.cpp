// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "loader.h"

#include <cmath>

Loader::Loader(unsigned seed) : rng_(seed), thread_([this] { run(); }) {}

Loader::~Loader() {
    {
        const std::lock_guard<std::mutex> lock(mutex_);
        stop_ = true;
    }
    room_.notify_one();
    thread_.join();
}

void Loader::next(Batch &batch) {
    std::unique_lock<std::mutex> lock(mutex_);
    filled_.wait(lock, [this] { return made_ > taken_; });
    const Batch &slot = slots_[taken_ % slots_.size()];
    for (std::size_t k = 0; k < 2 * kBatch; ++k) batch.points[k] = slot.points[k];
    for (std::size_t k = 0; k < kBatch; ++k) batch.labels[k] = slot.labels[k];
    ++taken_;
    room_.notify_one();
}

void Loader::draw(Batch &batch) {
    for (std::size_t n = 0; n < kBatch; ++n) {
        const float turn = static_cast<float>(rng_() % 1000) / 160, sign = rng_() % 2 == 0 ? 1.0f : -1.0f;
        const float radius = sign * (turn + 1) / 7 + static_cast<float>(rng_() % 100) / 2000;
        batch.points[2 * n] = radius * std::cos(turn);
        batch.points[2 * n + 1] = radius * std::sin(turn);
        batch.labels[n] = sign;
    }
}

void Loader::run() {
    for (;;) {
        std::unique_lock<std::mutex> lock(mutex_);
        room_.wait(lock, [this] { return stop_ || made_ < taken_ + slots_.size(); });
        if (stop_) return;
        draw(slots_[made_ % slots_.size()]);
        ++made_;
        filled_.notify_one();
    }
}
