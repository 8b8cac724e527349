// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A batch of images, or of what layers make of them: count x channels x side x side numbers.
#ifndef CNN_TENSOR_H
#define CNN_TENSOR_H

#include <algorithm>
#include <cstddef>
#include <vector>

class Tensor {
public:
    // There is room for so many images, and none is in it.
    Tensor(std::size_t room, std::size_t channels, std::size_t side)
        : channels_(channels), side_(side), data_(room * channels * side * side) {}

    void resize(std::size_t count) { count_ = count; }
    void clear() { std::fill_n(data_.begin(), size(), 0.0f); }

    std::size_t count() const { return count_; }
    std::size_t channels() const { return channels_; }
    std::size_t side() const { return side_; }
    std::size_t area() const { return side_ * side_; }
    std::size_t size() const { return count_ * channels_ * area(); }

    float &operator[](std::size_t k) { return data_[k]; }
    float operator[](std::size_t k) const { return data_[k]; }
    float *plane(std::size_t n, std::size_t c) { return &data_[(n * channels_ + c) * area()]; }
    const float *plane(std::size_t n, std::size_t c) const { return &data_[(n * channels_ + c) * area()]; }

private:
    std::size_t count_ = 0, channels_, side_;
    std::vector<float> data_;
};

#endif
