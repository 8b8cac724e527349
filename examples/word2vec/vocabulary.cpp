// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "vocabulary.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace {

constexpr std::size_t kTableSize = 2000;
constexpr float kSample = 5e-3f;

// Cuts a sentence at its blanks.
std::vector<std::string> words_of(const std::string &sentence) {
    std::vector<std::string> words;
    for (std::size_t at = 0; at < sentence.size();) {
        const std::size_t end = std::min(sentence.find(' ', at), sentence.size());
        if (end > at) words.push_back(sentence.substr(at, end - at));
        at = end + 1;
    }
    return words;
}

}  // namespace

Vocabulary::Vocabulary(const std::vector<std::string> &sentences) {
    for (const std::string &sentence : sentences)
        for (const std::string &word : words_of(sentence)) add(word);
    set_keep();
    fill_table();
}

void Vocabulary::add(const std::string &word) {
    const auto [place, is_new] = ids_.try_emplace(word, static_cast<int>(counts_.size()));
    if (is_new) counts_.push_back(0);
    ++counts_[static_cast<std::size_t>(place->second)];
}

int Vocabulary::find(const std::string &word) const {
    const auto place = ids_.find(word);
    return place == ids_.end() ? -1 : place->second;
}

std::vector<int> Vocabulary::encode(const std::string &sentence) const {
    std::vector<int> words;
    for (const std::string &text : words_of(sentence)) {
        const int word = find(text);
        if (word >= 0) words.push_back(word);
    }
    return words;
}

void Vocabulary::set_keep() {
    const float total = static_cast<float>(std::accumulate(counts_.begin(), counts_.end(), 0));
    for (const int count : counts_) {
        const float ratio = kSample * total / static_cast<float>(count);
        keep_.push_back(std::min(1.0f, std::sqrt(ratio) + ratio));
    }
}

void Vocabulary::fill_table() {
    std::vector<double> up_to(counts_.size());
    double sum = 0;
    for (std::size_t k = 0; k < counts_.size(); ++k) up_to[k] = sum += std::pow(counts_[k], 0.75);
    std::size_t word = 0;
    for (std::size_t k = 0; k < kTableSize; ++k) {
        while (word + 1 < up_to.size() && static_cast<double>(k) >= up_to[word] / sum * kTableSize) ++word;
        table_.push_back(static_cast<int>(word));
    }
}

int Vocabulary::draw(std::mt19937 &rng) const {
    return table_[rng() % table_.size()];
}
