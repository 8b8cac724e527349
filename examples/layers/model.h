// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Layers one after another, and the loop that trains them.
#ifndef LAYERS_MODEL_H
#define LAYERS_MODEL_H

#include <functional>
#include <memory>
#include <vector>

#include "adam.h"
#include "layer.h"
#include "loader.h"

// What `fit` calls; each may be empty.
struct Callbacks {
    std::function<void(int step, float loss)> on_step;
    std::function<void(Adam &optimizer)> on_epoch;  // every `Model::kEpoch` steps
};

class Model {
public:
    static constexpr int kEpoch = 10;

    void add(std::unique_ptr<Layer> layer);
    void fit(Loader &loader, Adam &optimizer, int steps, const Callbacks &callbacks);
    // How many of the batch's labels are told.
    int judge(const Batch &batch);

private:
    const Rows &forward(const Batch &batch, bool learning);
    float backward(const Rows &outputs, const Batch &batch);

    std::vector<std::unique_ptr<Layer>> layers_;
    Rows points_ = Rows(2 * kBatch), by_output_ = Rows(kBatch);
};

#endif
