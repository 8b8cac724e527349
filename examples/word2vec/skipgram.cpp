// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "skipgram.h"

#include <algorithm>
#include <cmath>

SkipGram::SkipGram(const Vocabulary &vocabulary, const SkipGramOptions &options, std::size_t words, unsigned seed)
    : vocabulary_(vocabulary),
      options_(options),
      words_(words),
      rng_(seed),
      input_(vocabulary.size() * options.dimension),
      output_(vocabulary.size() * options.dimension),
      error_(options.dimension) {
    std::uniform_real_distribution<float> small(-0.5f, 0.5f);
    for (float &x : input_) x = small(rng_) / static_cast<float>(options.dimension);
}

float SkipGram::rate() const {
    const float left = 1 - static_cast<float>(seen_) / static_cast<float>(words_ + 1);
    return options_.rate * std::max(left, 1e-4f);
}

std::vector<int> SkipGram::subsample(const std::vector<int> &sentence) {
    std::uniform_real_distribution<float> share(0.0f, 1.0f);
    std::vector<int> kept;
    for (const int word : sentence)
        if (share(rng_) < vocabulary_.keep(word)) kept.push_back(word);
    seen_ += sentence.size();
    return kept;
}

float SkipGram::learn(const std::vector<int> &sentence, int at) {
    const int reach = std::uniform_int_distribution<int>(1, options_.window)(rng_);
    const int begin = std::max(at - reach, 0), end = std::min(at + reach + 1, static_cast<int>(sentence.size()));
    const int centre = sentence[static_cast<std::size_t>(at)];
    float loss = 0;
    for (int other = begin; other < end; ++other)
        if (other != at) loss += learn_pair(centre, sentence[static_cast<std::size_t>(other)]);
    return end - begin > 1 ? loss / static_cast<float>(end - begin - 1) : 0;
}

float SkipGram::learn_pair(int centre, int context) {
    std::fill(error_.begin(), error_.end(), 0.0f);
    float loss = learn_one(centre, context, 1);
    for (int k = 0; k < options_.negatives; ++k) {
        const int word = vocabulary_.draw(rng_);
        if (word != context) loss += learn_one(centre, word, 0);
    }
    float *const in = input(centre);
    for (std::size_t d = 0; d < options_.dimension; ++d) in[d] += error_[d];
    return loss;
}

// One factor of the likelihood: `word` is (label 1) or is not (0) near the centre.
float SkipGram::learn_one(int centre, int word, float label) {
    const float *const in = input(centre);
    float *const out = output(word);
    float sum = 0;
    for (std::size_t d = 0; d < options_.dimension; ++d) sum += in[d] * out[d];
    const float probability = 1 / (1 + std::exp(-sum));
    const float step = rate() * (label - probability);
    for (std::size_t d = 0; d < options_.dimension; ++d) {
        error_[d] += step * out[d];
        out[d] += step * in[d];
    }
    return -std::log(std::max(label > 0 ? probability : 1 - probability, 1e-6f));
}

float SkipGram::likeness(int a, int b) const {
    const float *const x = &input_[static_cast<std::size_t>(a) * options_.dimension];
    const float *const y = &input_[static_cast<std::size_t>(b) * options_.dimension];
    float both = 0, of_x = 1e-12f, of_y = 1e-12f;
    for (std::size_t d = 0; d < options_.dimension; ++d) {
        both += x[d] * y[d];
        of_x += x[d] * x[d];
        of_y += y[d] * y[d];
    }
    return both / std::sqrt(of_x * of_y);
}
