// right: 78,79; wrong: 24,35,48,55,60; kind: word2vec-like skip-gram with negative samples, float, vocabulary built first
#include <algorithm>
#include <cmath>
#include <iomanip>
#include <iostream>
#include <map>
#include <random>
#include <sstream>
#include <string>
#include <vector>

namespace {
const char* kSentences[] = {
    "the king rules the land",  "the queen rules the land", "a king wears a crown",  "a queen wears a crown",
    "the dog chases the cat",   "a cat chases a mouse",     "the dog eats the bone", "the cat eats the mouse",
    "the king loves the queen", "a dog barks at a cat",
};
constexpr int kDim = 8;
using Vec = std::vector<float>;

std::vector<std::string> tokens(const char* s) {
    std::istringstream in(s);
    std::vector<std::string> out;
    for (std::string w; in >> w;) out.push_back(w);
    return out;
}

struct SkipGram {
    std::map<std::string, int> ids;
    std::vector<int> unigram;
    std::vector<Vec> in, out;
    std::mt19937 rng{5};

    void vocabulary() {
        for (const char* s : kSentences)
            for (const auto& w : tokens(s)) unigram.push_back(ids.emplace(w, (int)ids.size()).first->second);
        std::uniform_real_distribution<float> u(-0.3f, 0.3f);
        in.assign(ids.size(), Vec(kDim));
        out.assign(ids.size(), Vec(kDim, 0.f));
        for (auto& v : in)
            for (auto& x : v) x = u(rng);
    }

    void pair(int centre, int other, float label, Vec& grad, float lr) {
        float z = 0;
        for (int d = 0; d < kDim; ++d) z += in[centre][d] * out[other][d];
        float g = lr * (label - 1 / (1 + std::exp(-z)));
        for (int d = 0; d < kDim; ++d) {
            grad[d] += g * out[other][d];
            out[other][d] += g * in[centre][d];
        }
    }

    void sentence(const std::vector<int>& s, float lr) {
        for (int i = 0; i < (int)s.size(); ++i)
            for (int j = std::max(0, i - 2); j <= std::min<int>(s.size() - 1, i + 2); ++j) {
                if (i == j) continue;
                Vec grad(kDim, 0.f);
                pair(s[i], s[j], 1, grad, lr);
                for (int n = 0; n < 3; ++n) pair(s[i], unigram[rng() % unigram.size()], 0, grad, lr);
                for (int d = 0; d < kDim; ++d) in[s[i]][d] += grad[d];
            }
    }

    float cosine(const std::string& a, const std::string& b) const {
        const Vec &x = in[ids.at(a)], &y = in[ids.at(b)];
        float xy = 0, xx = 0, yy = 0;
        for (int d = 0; d < kDim; ++d) xy += x[d] * y[d], xx += x[d] * x[d], yy += y[d] * y[d];
        return xy / std::sqrt(xx * yy);
    }
};
}  // namespace

int main() {
    SkipGram m;
    m.vocabulary();
    float lr = 0.1f;
    for (int epoch = 0; epoch != 80; ++epoch, lr *= 0.985f) {
        for (const char* text : kSentences) {
            std::vector<int> s;
            for (const auto& w : tokens(text)) s.push_back(m.ids[w]);
            m.sentence(s, lr);
        }
    }
    std::cout << std::fixed << std::setprecision(3) << "king/queen " << m.cosine("king", "queen") << "  king/bone "
              << m.cosine("king", "bone") << "\n";
}
