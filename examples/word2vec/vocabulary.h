// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The words of a text, numbered in the order in which they first occur, and how often each one does.
#ifndef WORD2VEC_VOCABULARY_H
#define WORD2VEC_VOCABULARY_H

#include <cstddef>
#include <random>
#include <string>
#include <unordered_map>
#include <vector>

class Vocabulary {
public:
    explicit Vocabulary(const std::vector<std::string> &sentences);

    std::size_t size() const { return counts_.size(); }
    // -1 where the text does not have the word.
    int find(const std::string &word) const;
    // The numbers of its words; those that the text does not have are left out.
    std::vector<int> encode(const std::string &sentence) const;

    // The share of a word's occurrences that training looks at: frequent words say little.
    float keep(int word) const { return keep_[static_cast<std::size_t>(word)]; }

    // Draws a word as often as its count to the power of 3/4 says.
    int draw(std::mt19937 &rng) const;

private:
    void add(const std::string &word);
    void set_keep();
    void fill_table();

    std::unordered_map<std::string, int> ids_;
    std::vector<int> counts_;
    std::vector<float> keep_;
    std::vector<int> table_;  // of unigrams
};

#endif
