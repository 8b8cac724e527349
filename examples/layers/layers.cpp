// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A small library of layers tells two spirals apart. See README.md.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <random>

#include "adam.h"
#include "dense.h"
#include "dropout.h"
#include "loader.h"
#include "model.h"
#include "tanh.h"

int main(int argc, char **argv) {
    int steps = 1500, report = 50;
    unsigned seed = 1;
    for (int k = 1; k + 1 < argc; k += 2) {
        if (std::strcmp(argv[k], "--steps") == 0) steps = std::atoi(argv[k + 1]);
        if (std::strcmp(argv[k], "--report") == 0) report = std::atoi(argv[k + 1]);
        if (std::strcmp(argv[k], "--seed") == 0) seed = static_cast<unsigned>(std::atoi(argv[k + 1]));
    }
    constexpr std::size_t kWidth = 24;
    std::mt19937 rng(seed);
    Model model;
    model.add(std::make_unique<Dense>(kBatch, 2, kWidth, rng));
    model.add(std::make_unique<Tanh>(kBatch, kWidth));
    model.add(std::make_unique<Dropout>(kBatch, kWidth, 0.05f, static_cast<unsigned>(rng())));
    model.add(std::make_unique<Dense>(kBatch, kWidth, kWidth, rng));
    model.add(std::make_unique<Tanh>(kBatch, kWidth));
    model.add(std::make_unique<Dense>(kBatch, kWidth, 1, rng));
    Adam optimizer(0.01f);
    Loader loader(static_cast<unsigned>(rng()));

    float average = 0.5f;
    Callbacks callbacks;
    callbacks.on_step = [&average, report](int step, float loss) {
        average = 0.95f * average + 0.05f * loss;
        if ((step + 1) % report == 0) std::printf("step %d: loss %.4f\n", step, average);
    };
    callbacks.on_epoch = [](Adam &adam) { adam.rate *= 0.99f; };
    model.fit(loader, optimizer, steps, callbacks);

    Batch batch;
    int right = 0;
    for (int k = 0; k < 50; ++k) {
        loader.next(batch);
        right += model.judge(batch);
    }
    std::printf("accuracy %.1f%%\n", 100.0 * right / (50 * kBatch));
}
