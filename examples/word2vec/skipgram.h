// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Skip-gram with negative sampling (Mikolov et al., "Distributed representations of words and phrases", 2013).
#ifndef WORD2VEC_SKIPGRAM_H
#define WORD2VEC_SKIPGRAM_H

#include <cstddef>
#include <random>
#include <vector>

#include "vocabulary.h"

struct SkipGramOptions {
    std::size_t dimension = 16;
    int window = 4, negatives = 5;
    float rate = 0.05f;  // falls to nothing as the words go by
};

class SkipGram {
public:
    // The vocabulary must outlive it. `words` is how many words it will be shown in all.
    SkipGram(const Vocabulary &vocabulary, const SkipGramOptions &options, std::size_t words, unsigned seed);

    // What is left of a sentence when most of its frequent words are left out.
    std::vector<int> subsample(const std::vector<int> &sentence);

    // Learns what stands around one word of a sentence; gives the mean loss of its pairs, or 0 if it has none.
    float learn(const std::vector<int> &sentence, int at);

    float rate() const;
    // Cosine of the angle between two words' vectors.
    float likeness(int a, int b) const;

private:
    float learn_pair(int centre, int context);
    float learn_one(int centre, int word, float label);
    float *input(int word) { return &input_[static_cast<std::size_t>(word) * options_.dimension]; }
    float *output(int word) { return &output_[static_cast<std::size_t>(word) * options_.dimension]; }

    const Vocabulary &vocabulary_;
    SkipGramOptions options_;
    std::size_t words_, seen_ = 0;
    std::mt19937 rng_;
    std::vector<float> input_, output_;  // words x dimension
    std::vector<float> error_;           // of the centre's vector
};

#endif
