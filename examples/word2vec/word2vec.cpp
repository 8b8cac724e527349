// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Vectors of words, learnt from a small text. See README.md.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "corpus.h"
#include "skipgram.h"
#include "vocabulary.h"

namespace {

struct Member {
    int word, subject;
};

std::vector<Member> members_of(const Vocabulary &vocabulary) {
    std::vector<Member> members;
    for (std::size_t subject = 0; subject < kSubjects; ++subject)
        for (const char *text : kWords[subject]) {
            const int word = vocabulary.find(text);
            if (word >= 0) members.push_back({word, static_cast<int>(subject)});
        }
    return members;
}

// The share of words whose nearest one is of their own subject; about a quarter by chance.
float judge(const SkipGram &model, const std::vector<Member> &members) {
    int right = 0;
    for (const Member &one : members) {
        float nearest = -2;
        int subject = -1;
        for (const Member &other : members) {
            if (other.word == one.word) continue;
            const float likeness = model.likeness(one.word, other.word);
            if (likeness > nearest) {
                nearest = likeness;
                subject = other.subject;
            }
        }
        right += subject == one.subject;
    }
    return static_cast<float>(right) / static_cast<float>(members.size());
}

}  // namespace

int main(int argc, char **argv) {
    const int epochs = argc > 1 ? std::atoi(argv[1]) : 150;
    const unsigned seed = argc > 2 ? static_cast<unsigned>(std::atoi(argv[2])) : std::random_device{}();
    const std::vector<std::string> sentences =
        read_corpus(argc > 3 ? static_cast<std::size_t>(std::atoi(argv[3])) : 1000);
    SkipGramOptions options;
    if (argc > 4) options.dimension = static_cast<std::size_t>(std::atoi(argv[4]));

    const Vocabulary vocabulary(sentences);
    std::vector<std::vector<int>> text;
    std::vector<std::size_t> order;
    std::size_t words = 0;
    for (const std::string &sentence : sentences) {
        order.push_back(text.size());
        text.push_back(vocabulary.encode(sentence));
        words += text.back().size();
    }
    SkipGram model(vocabulary, options, words * static_cast<std::size_t>(epochs), seed);
    std::mt19937 rng(seed + 1);

    for (int epoch = 0; epoch < epochs; ++epoch) {
        std::shuffle(order.begin(), order.end(), rng);
        float loss = 0;
        int count = 0;
        for (const std::size_t k : order) {
            const std::vector<int> sentence = model.subsample(text[k]);
            const int length = static_cast<int>(sentence.size());
            for (int at = 0; at < length; ++at) loss += model.learn(sentence, at);
            count += length;
        }
        std::printf("epoch %d: loss %.4f of %d words, rate %.4f\n", epoch, loss / static_cast<float>(count), count,
                    model.rate());
    }
    std::printf("%zu words, nearest of the same subject %.3f\n", vocabulary.size(),
                judge(model, members_of(vocabulary)));
}
