// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "layers.h"

#include <algorithm>
#include <cmath>

#include "ranks.h"

namespace {

constexpr int kReach = 1, kKernel = 9;  // to each side; numbers in a kernel

void fill_normal(std::vector<float> &values, float deviation, std::mt19937 &rng) {
    std::normal_distribution<float> normal(0.0f, deviation);
    std::generate(values.begin(), values.end(), [&] { return normal(rng); });
}

// Calls visit(kernel, out, in) for each weight of a kernel and each pair of pixels that it connects.
template <typename Visit>
void for_each_pair(int side, Visit visit) {
    for (int dy = -kReach; dy <= kReach; ++dy) {
        for (int dx = -kReach; dx <= kReach; ++dx) {
            const int kernel = (dy + kReach) * 3 + dx + kReach;
            for (int y = std::max(0, -dy); y < std::min(side, side - dy); ++y) {
                for (int x = std::max(0, -dx); x < std::min(side, side - dx); ++x) {
                    visit(kernel, y * side + x, (y + dy) * side + x + dx);
                }
            }
        }
    }
}

}  // namespace

Convolution::Convolution(std::size_t batch, std::size_t in, std::size_t out, std::size_t side, std::mt19937 &rng)
    : weight(out * in * kKernel), in_(in), out_(out), output_(batch, out, side), by_input_(batch, in, side) {
    fill_normal(weight.value, std::sqrt(2.0f / static_cast<float>(in * kKernel)), rng);
}

const Tensor &Convolution::forward(const Tensor &input) {
    output_.resize(input.count());
    output_.clear();
#pragma omp parallel for
    for (std::size_t n = 0; n < input.count(); ++n) {
        for (std::size_t o = 0; o < out_; ++o) {
            float *out = output_.plane(n, o);
            for (std::size_t i = 0; i < in_; ++i) {
                const float *in = input.plane(n, i), *w = &weight.value[(o * in_ + i) * kKernel];
                for_each_pair(static_cast<int>(input.side()),
                              [&](int k, int to, int from) { out[to] += w[k] * in[from]; });
            }
        }
    }
    return output_;
}

const Tensor &Convolution::backward(const Tensor &input, const Tensor &by_output) {
    by_input_.resize(input.count());
    by_input_.clear();
    std::fill(weight.gradient.begin(), weight.gradient.end(), 0.0f);
#pragma omp parallel for  // a thread has all that is added to a weight, or to an input
    for (std::size_t i = 0; i < in_; ++i) {
        for (std::size_t n = 0; n < input.count(); ++n) {
            for (std::size_t o = 0; o < out_; ++o) {
                const float *by_out = by_output.plane(n, o);
                const float *in = input.plane(n, i), *w = &weight.value[(o * in_ + i) * kKernel];
                float *by_in = by_input_.plane(n, i), *by_w = &weight.gradient[(o * in_ + i) * kKernel];
                for_each_pair(static_cast<int>(input.side()), [&](int k, int to, int from) {
                    by_w[k] += by_out[to] * in[from];
                    by_in[from] += by_out[to] * w[k];
                });
            }
        }
    }
    return by_input_;
}

Normalisation::Normalisation(std::size_t batch, std::size_t channels, std::size_t side)
    : scale(channels, 1.0f),
      shift(channels),
      running_mean(channels),
      running_variance(channels, 1.0f),
      mean_(channels),
      variance_(channels),
      normal_(batch, channels, side),
      output_(batch, channels, side),
      by_input_(batch, channels, side) {}

void Normalisation::measure(const Tensor &input, std::size_t c) {
    const std::size_t area = input.area();
    float sums[2] = {0, static_cast<float>(input.count() * area)}, squares = 0;
    for (std::size_t n = 0; n < input.count(); ++n) {
        const float *plane = input.plane(n, c);
        for (std::size_t k = 0; k < area; ++k) sums[0] += plane[k];
    }
    sum_over_ranks(sums, 2);
    mean_[c] = sums[0] / sums[1];
    for (std::size_t n = 0; n < input.count(); ++n) {
        const float *plane = input.plane(n, c);
        for (std::size_t k = 0; k < area; ++k) squares += (plane[k] - mean_[c]) * (plane[k] - mean_[c]);
    }
    sum_over_ranks(&squares, 1);
    variance_[c] = squares / sums[1];
    running_mean[c] = kKeep * running_mean[c] + (1 - kKeep) * mean_[c];
    running_variance[c] = kKeep * running_variance[c] + (1 - kKeep) * variance_[c];
}

const Tensor &Normalisation::forward(const Tensor &input, bool learning) {
    normal_.resize(input.count());
    output_.resize(input.count());
    const std::size_t area = input.area();
    for (std::size_t c = 0; c < input.channels(); ++c) {
        if (learning) measure(input, c);
        const float mean = learning ? mean_[c] : running_mean[c];
        const float deviation = std::sqrt((learning ? variance_[c] : running_variance[c]) + kEpsilon);
        for (std::size_t n = 0; n < input.count(); ++n) {
            for (std::size_t k = 0; k < area; ++k) {
                const float normal = (input.plane(n, c)[k] - mean) / deviation;
                normal_.plane(n, c)[k] = normal;
                output_.plane(n, c)[k] = std::max(0.0f, scale.value[c] * normal + shift.value[c]);
            }
        }
    }
    return output_;
}

const Tensor &Normalisation::backward(const Tensor &by_output) {
    by_input_.resize(by_output.count());
    const std::size_t area = by_output.area();
    for (std::size_t c = 0; c < by_output.channels(); ++c) {
        float by_scale = 0, by_shift = 0;
        for (std::size_t n = 0; n < by_output.count(); ++n) {
            for (std::size_t k = 0; k < area; ++k) {
                const float by = output_.plane(n, c)[k] > 0 ? by_output.plane(n, c)[k] : 0.0f;
                by_input_.plane(n, c)[k] = by;
                by_scale += by * normal_.plane(n, c)[k];
                by_shift += by;
            }
        }
        scale.gradient[c] = by_scale;
        shift.gradient[c] = by_shift;
        float sums[3] = {by_scale, by_shift, static_cast<float>(by_output.count() * area)};
        sum_over_ranks(sums, 3);
        const float factor = scale.value[c] / std::sqrt(variance_[c] + kEpsilon);
        for (std::size_t n = 0; n < by_output.count(); ++n) {
            float *by_in = by_input_.plane(n, c);
            const float *normal = normal_.plane(n, c);
            for (std::size_t k = 0; k < area; ++k) {
                by_in[k] = factor * (by_in[k] - sums[1] / sums[2] - normal[k] * sums[0] / sums[2]);
            }
        }
    }
    return by_input_;
}

Pooling::Pooling(std::size_t batch, std::size_t channels, std::size_t side)
    : winners_(batch * channels * (side / 2) * (side / 2)),
      output_(batch, channels, side / 2),
      by_input_(batch, channels, side) {}

const Tensor &Pooling::forward(const Tensor &input) {
    output_.resize(input.count());
    const std::size_t side = input.side(), half = output_.side();
    for (std::size_t n = 0; n < input.count(); ++n) {
        for (std::size_t c = 0; c < input.channels(); ++c) {
            const float *in = input.plane(n, c);
            std::size_t *winners = &winners_[(n * input.channels() + c) * output_.area()];
            for (std::size_t k = 0; k < output_.area(); ++k) {
                const std::size_t corner = 2 * (k / half) * side + 2 * (k % half);
                std::size_t best = corner;
                for (const std::size_t other : {corner + 1, corner + side, corner + side + 1}) {
                    if (in[other] > in[best]) best = other;
                }
                winners[k] = best;
                output_.plane(n, c)[k] = in[best];
            }
        }
    }
    return output_;
}

const Tensor &Pooling::backward(const Tensor &by_output) {
    by_input_.resize(by_output.count());
    by_input_.clear();
    for (std::size_t n = 0; n < by_output.count(); ++n) {
        for (std::size_t c = 0; c < by_output.channels(); ++c) {
            const std::size_t *winners = &winners_[(n * by_output.channels() + c) * by_output.area()];
            for (std::size_t k = 0; k < by_output.area(); ++k) {
                by_input_.plane(n, c)[winners[k]] = by_output.plane(n, c)[k];
            }
        }
    }
    return by_input_;
}

Dropout::Dropout(std::size_t batch, std::size_t channels, std::size_t side, float rate, unsigned seed)
    : rate_(rate),
      rng_(seed),
      mask_(batch * channels * side * side),
      output_(batch, channels, side),
      by_input_(batch, channels, side) {}

const Tensor &Dropout::forward(const Tensor &input, bool learning) {
    if (!learning) return input;
    std::bernoulli_distribution keep(1 - rate_);
    output_.resize(input.count());
    for (std::size_t k = 0; k < input.size(); ++k) {
        mask_[k] = keep(rng_) ? 1 / (1 - rate_) : 0.0f;
        output_[k] = mask_[k] * input[k];
    }
    return output_;
}

const Tensor &Dropout::backward(const Tensor &by_output) {
    by_input_.resize(by_output.count());
    for (std::size_t k = 0; k < by_output.size(); ++k) by_input_[k] = mask_[k] * by_output[k];
    return by_input_;
}

Linear::Linear(std::size_t batch, std::size_t channels, std::size_t side, std::size_t out, std::mt19937 &rng)
    : weight(out * channels * side * side),
      bias(out),
      in_(channels * side * side),
      out_(out),
      output_(batch, out, 1),
      by_input_(batch, channels, side) {
    fill_normal(weight.value, std::sqrt(1.0f / static_cast<float>(in_)), rng);
}

const Tensor &Linear::forward(const Tensor &input) {
    output_.resize(input.count());
    for (std::size_t n = 0; n < input.count(); ++n) {
        for (std::size_t o = 0; o < out_; ++o) {
            float sum = bias.value[o];
            for (std::size_t i = 0; i < in_; ++i) sum += weight.value[o * in_ + i] * input[n * in_ + i];
            output_[n * out_ + o] = sum;
        }
    }
    return output_;
}

const Tensor &Linear::backward(const Tensor &input, const Tensor &by_output) {
    by_input_.resize(input.count());
    by_input_.clear();
    std::fill(weight.gradient.begin(), weight.gradient.end(), 0.0f);
    std::fill(bias.gradient.begin(), bias.gradient.end(), 0.0f);
    for (std::size_t n = 0; n < input.count(); ++n) {
        for (std::size_t o = 0; o < out_; ++o) {
            const float by = by_output[n * out_ + o];
            bias.gradient[o] += by;
            for (std::size_t i = 0; i < in_; ++i) {
                weight.gradient[o * in_ + i] += by * input[n * in_ + i];
                by_input_[n * in_ + i] += by * weight.value[o * in_ + i];
            }
        }
    }
    return by_input_;
}
