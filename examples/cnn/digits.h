// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Images of digits, 14 by 14 pixels from 0 to 1: drawn here, or read from files in the form of MNIST.
#ifndef CNN_DIGITS_H
#define CNN_DIGITS_H

#include <string>
#include <vector>

#include "tensor.h"

constexpr std::size_t kSide = 14, kClasses = 10;

struct Digits {
    std::vector<float> pixels;  // size x kSide x kSide
    std::vector<int> labels;

    std::size_t size() const { return labels.size(); }
};

// Draws digits of other sizes, slants and strengths. The same seed draws the same ones.
Digits draw_digits(std::size_t count, unsigned seed);

// Reads `train-images-idx3-ubyte` and `train-labels-idx1-ubyte` of the folder, or, if it has none, those of `t10k`.
// Four pixels become one. Throws std::runtime_error.
Digits read_mnist(const std::string &folder);

struct Split {
    Digits train, valid;
};

// The last `count` are for validation.
Split split(const Digits &all, std::size_t count);

#endif
