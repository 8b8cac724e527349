// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gradient-boosted trees. See README.md.
#include <cstdio>
#include <exception>
#include <memory>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "boosting.h"
#include "data.h"
#include "loss.h"

namespace {

struct Options {
    std::size_t trees = 200, rows = 500, patience = 20;
    bool classify = false;
    std::string data;
    unsigned seed = std::random_device{}();
    BoostingOptions boosting;
};

Options parse(int argc, char **argv) {
    Options options;
    for (int k = 1; k < argc; ++k) {
        const std::string name = argv[k];
        if (name == "--classify") {
            options.classify = true;
            continue;
        }
        if (++k == argc) throw std::invalid_argument(name + " needs a value");
        const std::string value = argv[k];
        if (name == "--trees")
            options.trees = std::stoul(value);
        else if (name == "--rows")
            options.rows = std::stoul(value);
        else if (name == "--patience")
            options.patience = std::stoul(value);
        else if (name == "--rate")
            options.boosting.rate = std::stof(value);
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
    const Table all =
        options.data.empty() ? make_table(options.rows * 5 / 4, options.classify, 7) : read_table(options.data);
    const Split data = split(all);
    std::unique_ptr<Loss> loss;
    if (options.classify)
        loss = std::make_unique<LogisticLoss>();
    else
        loss = std::make_unique<SquaredLoss>();
    Boosting model(data.train, std::move(loss), options.boosting, options.seed);

    std::vector<float> made;
    float least = 1e9f;
    std::size_t best = 0;
    for (std::size_t k = 0; k < options.trees && k < best + options.patience; ++k) {
        const float before = model.add_tree(), after = model.judge(data.valid, made);
        if (after < least) {
            least = after;
            best = model.size();
        }
        std::printf("tree %zu: loss before %.4f, validation loss %.4f\n", k, before, after);
    }
    model.keep(best);
    std::printf("%zu trees, validation loss %.4f, first row %.4f\n", model.size(), least,
                model.predict(data.valid.row(0)));
}

}  // namespace

int main(int argc, char **argv) {
    try {
        train(parse(argc, argv));
    } catch (const std::exception &error) {
        std::fprintf(stderr, "trees: %s\n", error.what());
        return 1;
    }
}
