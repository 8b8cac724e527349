// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Points on two spirals, and which spiral they are on, in batches that a thread draws ahead of their use.
#ifndef LAYERS_LOADER_H
#define LAYERS_LOADER_H

#include <array>
#include <condition_variable>
#include <mutex>
#include <random>
#include <thread>
#include <vector>

constexpr std::size_t kBatch = 16;

struct Batch {
    std::array<float, 2 * kBatch> points;  // x and y of each
    std::array<float, kBatch> labels;      // 1 or -1
};

class Loader {
public:
    explicit Loader(unsigned seed);
    ~Loader();
    Loader(const Loader &) = delete;
    Loader &operator=(const Loader &) = delete;

    void next(Batch &batch);

private:
    void draw(Batch &batch);
    void run();

    std::mt19937 rng_;
    std::vector<Batch> slots_ = std::vector<Batch>(3);
    std::size_t made_ = 0, taken_ = 0;
    bool stop_ = false;
    std::mutex mutex_;
    std::condition_variable room_, filled_;
    std::thread thread_;
};

#endif
