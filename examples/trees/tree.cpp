// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tree.h"

#include <algorithm>

float Tree::predict(const float *row) const {
    std::size_t node = 0;
    while (nodes[node].column >= 0) {
        node = row[nodes[node].column] < nodes[node].threshold ? nodes[node].left : nodes[node].right;
    }
    return nodes[node].value;
}

Tree Grower::grow(std::vector<std::size_t> &rows, const std::vector<std::size_t> &columns) {
    Tree tree{{Node{}}};
    std::vector<Leaf> open{{0, 0, rows.begin(), rows.end()}};
    while (!open.empty()) {
        const Leaf leaf = open.back();
        open.pop_back();
        const Derivatives total = sum(leaf.begin, leaf.end);
        tree.nodes[leaf.node].value = -total.gradient / (total.hessian + options_.regularisation);
        if (leaf.depth == options_.depth) continue;
        Split best;
        for (const std::size_t column : columns) try_column(column, leaf.begin, leaf.end, best);
        if (best.column < 0) continue;

        const Row middle = std::partition(
            leaf.begin, leaf.end, [&](std::size_t row) { return table_.row(row)[best.column] < best.threshold; });
        const std::size_t left = tree.nodes.size();
        tree.nodes.resize(left + 2);
        tree.nodes[leaf.node] = {best.column, best.threshold, 0.0f, left, left + 1};
        open.push_back({left + 1, leaf.depth + 1, middle, leaf.end});
        open.push_back({left, leaf.depth + 1, leaf.begin, middle});
    }
    return tree;
}

void Grower::try_column(std::size_t column, Row begin, Row end, Split &best) {
    sorted_.clear();
    for (Row row = begin; row != end; ++row) sorted_.emplace_back(table_.row(*row)[column], *row);
    std::sort(sorted_.begin(), sorted_.end());
    const Derivatives total = sum(begin, end);
    Derivatives left{};
    for (std::size_t k = 1; k < sorted_.size(); ++k) {
        const Derivatives &last = derivatives_[sorted_[k - 1].second];
        left.gradient += last.gradient;
        left.hessian += last.hessian;
        if (sorted_[k].first == sorted_[k - 1].first) continue;
        if (k < options_.least_rows || sorted_.size() - k < options_.least_rows) continue;
        const float gain = score(left.gradient, left.hessian) +
                           score(total.gradient - left.gradient, total.hessian - left.hessian) -
                           score(total.gradient, total.hessian);
        if (gain > best.gain) best = {static_cast<int>(column), (sorted_[k].first + sorted_[k - 1].first) / 2, gain};
    }
}

Derivatives Grower::sum(Row begin, Row end) const {
    Derivatives total{};
    for (; begin != end; ++begin) {
        total.gradient += derivatives_[*begin].gradient;
        total.hessian += derivatives_[*begin].hessian;
    }
    return total;
}
