// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "boosting.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>

Boosting::Boosting(const Table &table, std::unique_ptr<Loss> loss, const BoostingOptions &options, unsigned seed)
    : table_(table),
      loss_(std::move(loss)),
      options_(options),
      rng_(seed),
      derivatives_(table.size()),
      grower_(table, derivatives_, options.tree),
      rows_(table.size()),
      columns_(table.columns) {
    base_ = std::accumulate(table.targets.begin(), table.targets.end(), 0.0f) / static_cast<float>(table.size());
    made_.assign(table.size(), base_);
    std::iota(rows_.begin(), rows_.end(), std::size_t{0});
    std::iota(columns_.begin(), columns_.end(), std::size_t{0});
}

float Boosting::add_tree() {
    float loss = 0;
    for (std::size_t k = 0; k < table_.size(); ++k) {
        loss += loss_->value(made_[k], table_.targets[k]);
        derivatives_[k] = loss_->derive(made_[k], table_.targets[k]);
    }
    std::shuffle(rows_.begin(), rows_.end(), rng_);
    const auto count = static_cast<std::ptrdiff_t>(options_.row_share * static_cast<float>(rows_.size()));
    std::vector<std::size_t> rows(rows_.begin(), rows_.begin() + count);
    chosen_.clear();
    std::sample(columns_.begin(), columns_.end(), std::back_inserter(chosen_), options_.columns, rng_);

    trees_.push_back(grower_.grow(rows, chosen_));
    for (std::size_t k = 0; k < table_.size(); ++k) made_[k] += options_.rate * trees_.back().predict(table_.row(k));
    return loss / static_cast<float>(table_.size());
}

float Boosting::judge(const Table &table, std::vector<float> &made) const {
    made.resize(table.size(), base_);
    float loss = 0;
    for (std::size_t k = 0; k < table.size(); ++k) {
        made[k] += options_.rate * trees_.back().predict(table.row(k));
        loss += loss_->value(made[k], table.targets[k]);
    }
    return loss / static_cast<float>(table.size());
}

float Boosting::predict(const float *row) const {
    float sum = base_;
    for (const Tree &tree : trees_) sum += options_.rate * tree.predict(row);
    return sum;
}
