// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "data.h"

#include <cmath>
#include <fstream>
#include <random>
#include <sstream>
#include <stdexcept>

namespace {

constexpr float kPi = 3.14159265f, kMean = 14.4f;

float friedman(const float *x) {
    return 10 * std::sin(kPi * x[0] * x[1]) + 20 * (x[2] - 0.5f) * (x[2] - 0.5f) + 10 * x[3] + 5 * x[4];
}

}  // namespace

Table make_table(std::size_t count, bool classes, unsigned seed) {
    std::mt19937 rng(seed);
    std::uniform_real_distribution<float> uniform(0.0f, 1.0f);
    std::normal_distribution<float> noise(0.0f, 1.0f);
    Table table;
    table.columns = 10;
    for (std::size_t k = 0; k < count; ++k) {
        for (std::size_t c = 0; c < table.columns; ++c) table.values.push_back(uniform(rng));
        const float target = friedman(&table.values[k * table.columns]) + noise(rng);
        table.targets.push_back(classes ? (target > kMean ? 1.0f : 0.0f) : target);
    }
    return table;
}

Table read_table(const std::string &path) {
    std::ifstream file(path);
    Table table;
    for (std::string line; std::getline(file, line);) {
        std::istringstream cells(line);
        std::vector<float> row;
        for (std::string cell; std::getline(cells, cell, ',');) row.push_back(std::stof(cell));
        if (row.size() < 2 || (table.columns && row.size() != table.columns + 1)) {
            throw std::runtime_error(path + ": a line of another length");
        }
        table.columns = row.size() - 1;
        table.targets.push_back(row.back());
        table.values.insert(table.values.end(), row.begin(), row.end() - 1);
    }
    if (table.size() == 0) throw std::runtime_error(path + ": no table");
    return table;
}

Split split(const Table &all) {
    const auto count = static_cast<std::ptrdiff_t>(all.size() - all.size() / 5);
    const auto cells = count * static_cast<std::ptrdiff_t>(all.columns);
    return {{all.columns,
             {all.values.begin(), all.values.begin() + cells},
             {all.targets.begin(), all.targets.begin() + count}},
            {all.columns,
             {all.values.begin() + cells, all.values.end()},
             {all.targets.begin() + count, all.targets.end()}}};
}
