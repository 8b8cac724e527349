// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A convolutional network reads digits. See README.md.
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <random>
#include <stdexcept>
#include <string>

#include "digits.h"
#include "loader.h"
#include "network.h"
#include "ranks.h"
#include "training.h"

namespace {

struct Options {
    int epochs = 15, patience = 5;
    std::size_t samples = 600, batch = 16;
    float rate = 0.05f, dropout = 0.2f;
    unsigned seed = std::random_device{}();
    std::string data;
};

Options parse(int argc, char **argv) {
    Options options;
    for (int k = 1; k + 1 < argc; k += 2) {
        const std::string name = argv[k], value = argv[k + 1];
        if (name == "--epochs")
            options.epochs = std::stoi(value);
        else if (name == "--patience")
            options.patience = std::stoi(value);
        else if (name == "--samples")
            options.samples = std::stoul(value);
        else if (name == "--batch")
            options.batch = std::stoul(value);
        else if (name == "--rate")
            options.rate = std::stof(value);
        else if (name == "--seed")
            options.seed = static_cast<unsigned>(std::stoul(value));
        else if (name == "--data")
            options.data = value;
        else
            throw std::invalid_argument("unknown option " + name);
    }
    return options;
}

void train(const Options &options) {
    const Digits all =
        options.data.empty() ? draw_digits(options.samples + options.samples / 4, 1) : read_mnist(options.data);
    const Split data = split(all, all.size() / 5);
    std::mt19937 rng(options.seed);
    Network network(options.batch, options.dropout, rng);
    Momentum optimizer(network.parameters(), options.rate);
    Plateau plateau;
    EarlyStopping early(options.patience);
    Loader loader(data.train, true, static_cast<unsigned>(rng())), validation(data.valid, false);

    Batch batch(options.batch);
    for (int epoch = 0; epoch < options.epochs; ++epoch) {
        float loss = 0;
        int batches = 0;
        loader.rewind();
        while (loader.next(batch)) {
            loss += network.learn(batch);
            optimizer.step();
            ++batches;
        }
        const Score score = network.judge(validation, batch);
        if (rank() == 0) {
            std::printf("epoch %d: loss %.4f, validation loss %.4f, accuracy %.1f%%, rate %.4f\n", epoch,
                        loss / static_cast<float>(batches), score.loss, 100 * score.accuracy, optimizer.rate);
        }
        plateau.watch(score.loss, optimizer);
        if (early.watch(score.loss, network.weights())) break;
    }
    early.restore(network.weights());
    const Score score = network.judge(validation, batch);
    if (rank() == 0) std::printf("best accuracy %.1f%%\n", 100 * score.accuracy);
}

}  // namespace

int main(int argc, char **argv) {
    try {
        join_ranks(&argc, &argv);
        train(parse(argc, argv));
        leave_ranks();
    } catch (const std::exception &error) {
        std::fprintf(stderr, "cnn: %s\n", error.what());
        return 1;
    }
}
