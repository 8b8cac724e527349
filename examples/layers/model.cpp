// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "model.h"

#include <utility>

void Model::add(std::unique_ptr<Layer> layer) {
    layers_.push_back(std::move(layer));
}

const Rows &Model::forward(const Batch &batch, bool learning) {
    for (std::size_t k = 0; k < 2 * kBatch; ++k) points_[k] = batch.points[k];
    const Rows *rows = &points_;
    for (const auto &layer : layers_) rows = &layer->forward(*rows, learning);
    return *rows;
}

// Half the mean of the squares.
float Model::backward(const Rows &outputs, const Batch &batch) {
    float loss = 0;
    for (std::size_t n = 0; n < kBatch; ++n) {
        const float by = outputs[n] - batch.labels[n];
        by_output_[n] = by / kBatch;
        loss += by * by / (2 * kBatch);
    }
    const Rows *rows = &by_output_;
    for (std::size_t k = layers_.size(); k-- > 0;) rows = &layers_[k]->backward(*rows);
    return loss;
}

void Model::fit(Loader &loader, Adam &optimizer, int steps, const Callbacks &callbacks) {
    Batch batch;
    for (int step = 0; step < steps; ++step) {
        loader.next(batch);
        const float loss = backward(forward(batch, true), batch);
        optimizer.step(layers_);
        if (callbacks.on_step) callbacks.on_step(step, loss);
        if (callbacks.on_epoch && (step + 1) % kEpoch == 0) callbacks.on_epoch(optimizer);
    }
}

int Model::judge(const Batch &batch) {
    const Rows &outputs = forward(batch, false);
    int right = 0;
    for (std::size_t n = 0; n < kBatch; ++n) right += (outputs[n] > 0) == (batch.labels[n] > 0) ? 1 : 0;
    return right;
}
