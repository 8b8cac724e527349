// Two networks against each other (Goodfellow et al., 2014): one makes numbers from noise, the other tells them from
// those of a normal distribution with mean 2 and deviation 0.5.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>

#include "mlp.h"

using Network = Mlp<float, 1, 12>;
using Optimizer = Adam<float, Network::kParameters>;

static float sigmoid(float x) {
    return 1.0f / (1.0f + std::exp(-x));
}

struct Pair {
    explicit Pair(unsigned seed) : rng(seed), generator(rng), judge(rng) {}

    float noise() { return normal(rng); }
    float real() { return 2.0f + 0.5f * normal(rng); }

    std::mt19937 rng;
    std::normal_distribution<float> normal;  // keeps a spare number
    Network generator, judge;
    Optimizer for_generator{0.004f}, for_judge{0.008f};
};

// The judge learns to give 1 to real numbers and 0 to made ones.
static float train_judge(Pair &pair, int batch) {
    float loss = 0;
    pair.judge.clear();
    for (int k = 0; k < batch; ++k) {
        const float real = sigmoid(pair.judge.forward({pair.real()}));
        pair.judge.backward((real - 1) / static_cast<float>(batch));
        const float made = pair.generator.forward({pair.noise()});
        const float taken = sigmoid(pair.judge.forward({made}));
        pair.judge.backward(taken / static_cast<float>(batch));
        loss -= std::log(real + 1e-6f) + std::log(1 - taken + 1e-6f);
    }
    pair.for_judge.step(pair.judge.parameters, pair.judge.gradients);
    return loss / static_cast<float>(batch);
}

// The generator learns to be taken for real.
static void train_generator(Pair &pair, int batch) {
    pair.generator.clear();
    for (int k = 0; k < batch; ++k) {
        const float made = pair.generator.forward({pair.noise()});
        const float taken = sigmoid(pair.judge.forward({made}));
        const auto by_made = pair.judge.backward((taken - 1) / static_cast<float>(batch));
        pair.generator.backward(by_made[0]);
    }
    pair.for_generator.step(pair.generator.parameters, pair.generator.gradients);
}

int main(int argc, char **argv) {
    const int steps = argc > 1 ? std::atoi(argv[1]) : 3000, batch = argc > 2 ? std::atoi(argv[2]) : 32;
    Pair pair(argc > 3 ? static_cast<unsigned>(std::atoi(argv[3])) : std::random_device{}());
    float mean = 0;  // of what was made lately
    int step = 0;
    while (step < steps) {
        const float loss = train_judge(pair, batch);
        train_generator(pair, batch);
        mean = 0.99f * mean + 0.01f * pair.generator.forward({pair.noise()});
        if (++step % 100 == 0) std::printf("step %d: loss of the judge %.4f, mean %.4f\n", step, loss, mean);
    }
    std::printf("distance of the means %.4f\n", std::fabs(mean - 2.0f));
}
