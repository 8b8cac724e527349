#include "ratings.h"

namespace {

constexpr std::size_t kTastes = 3;

// rows x kTastes
std::vector<float> tastes_of(std::size_t rows, std::mt19937 &rng) {
    std::normal_distribution<float> normal(0.0f, 0.7f);
    std::vector<float> tastes(rows * kTastes);
    for (float &t : tastes) t = normal(rng);
    return tastes;
}

}  // namespace

Ratings make_ratings(std::size_t users, std::size_t items, std::size_t count) {
    std::mt19937 rng(20);
    const std::vector<float> of_users = tastes_of(users, rng), of_items = tastes_of(items, rng);
    std::normal_distribution<float> noise(0.0f, 0.1f);
    Ratings ratings;
    for (std::size_t k = 0; k < count + count / 4; ++k) {
        const std::size_t user = rng() % users, item = rng() % items;
        float value = 3.0f + noise(rng);
        for (std::size_t t = 0; t < kTastes; ++t) value += of_users[user * kTastes + t] * of_items[item * kTastes + t];
        (k < count ? ratings.train : ratings.validation).push_back({user, item, value});
    }
    return ratings;
}
