#include "model.h"

#include <cmath>

namespace {

constexpr float kMean = 3.0f;

}  // namespace

Model::Model(std::size_t users, std::size_t items, std::size_t rank, std::mt19937 &rng)
    : rank_(rank), user_bias_(users), item_bias_(items), user_factors_(users * rank), item_factors_(items * rank) {
    std::uniform_real_distribution<float> small(-0.1f, 0.1f);
    for (float &f : user_factors_) f = small(rng);
    for (float &f : item_factors_) f = small(rng);
}

float Model::predict(std::size_t user, std::size_t item) const {
    float value = kMean + user_bias_[user] + item_bias_[item];
    for (std::size_t k = 0; k < rank_; ++k) value += user_factors_[user * rank_ + k] * item_factors_[item * rank_ + k];
    return value;
}

float Model::learn(const std::vector<Rating> &ratings, const std::size_t *chosen, std::size_t count, float rate,
                   std::vector<float> &errors) {
    float sum = 0;
    for (std::size_t k = 0; k < count; ++k) {
        const Rating &rating = ratings[chosen[k]];
        errors[k] = rating.value - predict(rating.user, rating.item);
        sum += errors[k] * errors[k];
    }
    for (std::size_t k = 0; k < count; ++k) update(ratings[chosen[k]], errors[k], rate);
    return sum;
}

void Model::update(const Rating &rating, float error, float rate) {
    user_bias_[rating.user] += rate * (error - kDecay * user_bias_[rating.user]);
    item_bias_[rating.item] += rate * (error - kDecay * item_bias_[rating.item]);
    for (std::size_t k = 0; k < rank_; ++k) {
        float &u = user_factors_[rating.user * rank_ + k], &i = item_factors_[rating.item * rank_ + k];
        const float old = u;
        u += rate * (error * i - kDecay * u);
        i += rate * (error * old - kDecay * i);
    }
}

float Model::error(const std::vector<Rating> &ratings) const {
    float sum = 0;
    for (const Rating &rating : ratings) {
        const float error = rating.value - predict(rating.user, rating.item);
        sum += error * error;
    }
    return std::sqrt(sum / static_cast<float>(ratings.size()));
}
