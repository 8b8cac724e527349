// A rating is the mean, a bias of the user, a bias of the item, and the product of their factors (Koren, Bell,
// Volinsky, "Matrix factorization techniques for recommender systems", Computer 42(8), 2009).
#ifndef FACTORS_MODEL_H
#define FACTORS_MODEL_H

#include <random>
#include <vector>

#include "ratings.h"

class Model {
public:
    Model(std::size_t users, std::size_t items, std::size_t rank, std::mt19937 &rng);

    float predict(std::size_t user, std::size_t item) const;
    // One step of gradient descent on `count` ratings, those that `chosen` points at; gives the sum of the squared
    // errors before it. The errors themselves are left in `errors`.
    float learn(const std::vector<Rating> &ratings, const std::size_t *chosen, std::size_t count, float rate,
                std::vector<float> &errors);
    // Root of the mean squared error.
    float error(const std::vector<Rating> &ratings) const;

private:
    static constexpr float kDecay = 0.02f;

    void update(const Rating &rating, float error, float rate);

    std::size_t rank_;
    std::vector<float> user_bias_, item_bias_;
    std::vector<float> user_factors_, item_factors_;  // rows x rank
};

#endif
