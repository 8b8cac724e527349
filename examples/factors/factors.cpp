// Matrix factorisation by stochastic gradient descent: epochs in shuffled order, a rate that falls, early stopping.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <random>
#include <vector>

#include "model.h"
#include "ratings.h"

int main(int argc, char **argv) {
    const int epochs = argc > 1 ? std::atoi(argv[1]) : 60;
    const std::size_t count = argc > 2 ? static_cast<std::size_t>(std::atoi(argv[2])) : 1500;
    const std::size_t users = 40, items = 30, rank = 4, batch = 8;
    const Ratings ratings = make_ratings(users, items, count);
    std::mt19937 rng(argc > 3 ? static_cast<unsigned>(std::atoi(argv[3])) : std::random_device{}());
    Model model(users, items, rank, rng);

    std::vector<std::size_t> order(ratings.train.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    Model best = model;
    std::vector<float> errors(batch);
    float rate = 0.05f, least = 1e9f;
    int waited = 0;
    for (int epoch = 0; epoch < epochs && waited < 5; ++epoch) {
        std::shuffle(order.begin(), order.end(), rng);
        float loss = 0;
        for (std::size_t start = 0; start < order.size(); start += batch) {
            const std::size_t size = std::min(batch, order.size() - start);
            loss += model.learn(ratings.train, &order[start], size, rate, errors);
        }
        const float error = model.error(ratings.validation);
        waited = error < least ? 0 : waited + 1;
        if (error < least) best = model;
        least = std::min(least, error);
        rate *= 0.97f;
        std::printf("epoch %d: loss %.5f, validation error %.5f\n", epoch, loss / static_cast<float>(count), error);
    }
    std::printf("validation error %.4f\n", best.error(ratings.validation));
}
