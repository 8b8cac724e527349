// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tables of numbers with a target: made up, or read from a file.
#ifndef TREES_DATA_H
#define TREES_DATA_H

#include <cstddef>
#include <string>
#include <vector>

struct Table {
    std::size_t columns = 0;
    std::vector<float> values;  // size x columns
    std::vector<float> targets;

    std::size_t size() const { return targets.size(); }
    const float *row(std::size_t k) const { return &values[k * columns]; }
};

// Friedman's first function of ten columns, of which five matter ("Multivariate adaptive regression splines", 1991),
// with noise. With `classes`, the target is 1 where it is above its mean, else 0.
Table make_table(std::size_t count, bool classes, unsigned seed);

// Lines of numbers with commas between, the target last. Throws std::runtime_error.
Table read_table(const std::string &path);

struct Split {
    Table train, valid;
};

// The last fifth is for validation.
Split split(const Table &all);

#endif
