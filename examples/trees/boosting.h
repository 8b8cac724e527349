// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gradient boosting: each tree corrects those before it (Friedman, "Stochastic gradient boosting", 2002).
#ifndef TREES_BOOSTING_H
#define TREES_BOOSTING_H

#include <memory>
#include <random>
#include <vector>

#include "data.h"
#include "loss.h"
#include "tree.h"

struct BoostingOptions {
    float rate = 0.1f, row_share = 0.6f;
    std::size_t columns = 5;  // for each tree
    TreeOptions tree;
};

class Boosting {
public:
    Boosting(const Table &table, std::unique_ptr<Loss> loss, const BoostingOptions &options, unsigned seed);

    // Adds a tree; gives the mean loss before it.
    float add_tree();
    // The mean loss of another table; `made` holds what the trees so far say of its rows, and is brought up to date.
    float judge(const Table &table, std::vector<float> &made) const;
    void keep(std::size_t trees) { trees_.erase(trees_.begin() + static_cast<std::ptrdiff_t>(trees), trees_.end()); }
    std::size_t size() const { return trees_.size(); }
    float predict(const float *row) const;

private:
    const Table &table_;
    std::unique_ptr<Loss> loss_;
    BoostingOptions options_;
    float base_;
    std::mt19937 rng_;
    std::vector<Tree> trees_;
    std::vector<float> made_;  // what the trees so far say of each row
    std::vector<Derivatives> derivatives_;
    Grower grower_;
    std::vector<std::size_t> rows_, columns_, chosen_;
};

#endif
