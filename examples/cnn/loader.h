// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Batches of digits, in another order in every epoch, each digit shifted by up to two pixels.
#ifndef CNN_LOADER_H
#define CNN_LOADER_H

#include <random>
#include <vector>

#include "digits.h"
#include "tensor.h"

struct Batch {
    explicit Batch(std::size_t room) : images(room, 1, kSide), labels(room) {}

    std::size_t size() const { return images.count(); }

    Tensor images;
    std::size_t whole = 0;    // images in the parts of all ranks
    std::vector<int> labels;  // of as many as there are images
};

class Loader {
public:
    // With `augment` the order is shuffled, the images are shifted, and each rank has a part of the batch. The digits
    // must outlive the loader.
    Loader(const Digits &digits, bool augment, unsigned seed = 0);

    // Begins anew, in another order.
    void rewind();
    // Fills the batch, the last one in part; false at the end of the digits.
    bool next(Batch &batch);

private:
    struct Shift {
        int down, right;
    };

    Shift draw_shift();
    void copy_shifted(std::size_t from, Shift shift, float *to) const;

    const Digits &digits_;
    bool augment_;
    std::size_t cursor_ = 0;
    std::vector<std::size_t> order_;
    std::mt19937 rng_;
};

#endif
