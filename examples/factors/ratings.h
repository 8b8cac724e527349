// Ratings that users gave items: made up from hidden tastes, so that there is something to find.
#ifndef FACTORS_RATINGS_H
#define FACTORS_RATINGS_H

#include <cstddef>
#include <random>
#include <vector>

struct Rating {
    std::size_t user, item;
    float value;
};

struct Ratings {
    std::vector<Rating> train, validation;
};

// `count` ratings for training and a quarter as many for validation. The same for the same numbers.
Ratings make_ratings(std::size_t users, std::size_t items, std::size_t count);

#endif
