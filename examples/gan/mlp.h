// A multilayer perceptron with one hidden layer, and Adam to train it (Kingma and Ba, 2015). Templates over the scalar
// type.
#ifndef GAN_MLP_H
#define GAN_MLP_H

#include <array>
#include <cmath>
#include <cstddef>
#include <random>

template <typename Scalar, std::size_t In, std::size_t Hidden>
class Mlp {
public:
    static constexpr std::size_t kParameters = Hidden * In + Hidden + Hidden + 1;
    using Parameters = std::array<Scalar, kParameters>;
    using Input = std::array<Scalar, In>;

    template <typename Generator>
    explicit Mlp(Generator &generator) {
        std::normal_distribution<Scalar> normal(0, Scalar(0.6));
        for (Scalar &p : parameters) p = normal(generator);
    }

    Scalar forward(const Input &input) {
        input_ = input;
        Scalar sum = parameters[kParameters - 1];
        for (std::size_t h = 0; h < Hidden; ++h) {
            Scalar z = parameters[Hidden * In + h];
            for (std::size_t i = 0; i < In; ++i) z += parameters[h * In + i] * input[i];
            hidden_[h] = std::tanh(z);
            sum += parameters[Hidden * In + Hidden + h] * hidden_[h];
        }
        return sum;
    }

    // Adds to the gradients of the parameters; gives that of the input.
    Input backward(Scalar by_output) {
        Input by_input{};
        gradients[kParameters - 1] += by_output;
        for (std::size_t h = 0; h < Hidden; ++h) {
            const std::size_t out = Hidden * In + Hidden + h;
            gradients[out] += by_output * hidden_[h];
            const Scalar z = by_output * parameters[out] * (1 - hidden_[h] * hidden_[h]);
            gradients[Hidden * In + h] += z;
            for (std::size_t i = 0; i < In; ++i) {
                gradients[h * In + i] += z * input_[i];
                by_input[i] += z * parameters[h * In + i];
            }
        }
        return by_input;
    }

    void clear() { gradients.fill(0); }

    Parameters parameters, gradients{};

private:
    Input input_{};
    std::array<Scalar, Hidden> hidden_{};
};

template <typename Scalar, std::size_t Count>
class Adam {
public:
    explicit Adam(Scalar rate) : rate_(rate) {}

    void step(std::array<Scalar, Count> &parameters, const std::array<Scalar, Count> &gradients) {
        first_power_ *= kFirst;
        second_power_ *= kSecond;
        for (std::size_t k = 0; k < Count; ++k) {
            first_[k] = kFirst * first_[k] + (1 - kFirst) * gradients[k];
            second_[k] = kSecond * second_[k] + (1 - kSecond) * gradients[k] * gradients[k];
            const Scalar mean = first_[k] / (1 - first_power_), square = second_[k] / (1 - second_power_);
            parameters[k] -= rate_ * mean / (std::sqrt(square) + Scalar(1e-8));
        }
    }

private:
    static constexpr Scalar kFirst = Scalar(0.5), kSecond = Scalar(0.99);

    Scalar rate_, first_power_ = 1, second_power_ = 1;
    std::array<Scalar, Count> first_{}, second_{};
};

#endif
