// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A regression tree, grown on gradients and second derivatives of a loss (Chen and Guestrin, "XGBoost", 2016).
#ifndef TREES_TREE_H
#define TREES_TREE_H

#include <cstddef>
#include <utility>
#include <vector>

#include "data.h"

struct Derivatives {
    float gradient, hessian;
};

struct Node {
    int column = -1;  // none: a leaf
    float threshold = 0, value = 0;
    std::size_t left = 0, right = 0;
};

class Tree {
public:
    float predict(const float *row) const;

    std::vector<Node> nodes;  // the first one is the root
};

struct TreeOptions {
    int depth = 3;
    float regularisation = 1.0f;
    std::size_t least_rows = 4;  // in a leaf
};

class Grower {
public:
    // The table and the derivatives, one for each of its rows, must outlive it.
    Grower(const Table &table, const std::vector<Derivatives> &derivatives, const TreeOptions &options)
        : table_(table), derivatives_(derivatives), options_(options) {}

    // Learns from `rows`, which are left in the order of the leaves, and splits at `columns`.
    Tree grow(std::vector<std::size_t> &rows, const std::vector<std::size_t> &columns);

private:
    struct Split {
        int column = -1;
        float threshold = 0, gain = 0;
    };
    using Row = std::vector<std::size_t>::iterator;
    struct Leaf {
        std::size_t node;
        int depth;
        Row begin, end;
    };

    void try_column(std::size_t column, Row begin, Row end, Split &best);
    float score(float gradient, float hessian) const {
        return gradient * gradient / (hessian + options_.regularisation);
    }
    Derivatives sum(Row begin, Row end) const;

    const Table &table_;
    const std::vector<Derivatives> &derivatives_;
    TreeOptions options_;
    std::vector<std::pair<float, std::size_t>> sorted_;  // a value and its row
};

#endif
