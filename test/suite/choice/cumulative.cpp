// right: 27,28; wrong: 13,41,43,45,67,72; kind: topics drawn by a cumulative sum that each draw makes anew, counts in vectors
#include <cstdio>
#include <cstdlib>
#include <vector>

using Counts = std::vector<std::vector<int>>;

class Sampler {
public:
    Sampler(const Counts& texts, int topics, int words) : topics_(topics), of_word_(topics), total_(topics, 0) {
        for (auto& row : of_word_)
            row.assign(words, 0);
        for (const auto& text : texts) {
            of_text_.push_back(std::vector<int>(topics, 0));
            z_.push_back({});
            for (int word : text) {
                int k = random() % topics_;
                z_.back().push_back(k);
                ++of_text_.back()[k];
                ++of_word_[k][word];
                ++total_[k];
            }
        }
    }

    void train(const Counts& texts, int iterations) {
        for (int iteration = 0; iteration < iterations; ++iteration)
            for (std::size_t m = 0; m < texts.size(); ++m)
                for (std::size_t n = 0; n < texts[m].size(); ++n)
                    z_[m][n] = draw(m, texts[m][n], z_[m][n]);
    }

    int count(int topic, int word) const { return of_word_[topic][word]; }

private:
    int draw(int text, int word, int old) {
        --of_text_[text][old];
        --of_word_[old][word];
        --total_[old];
        std::vector<double> p;
        for (int k = 0; k < topics_; ++k)
            p.push_back(0);
        for (int k = 0; k < topics_; ++k)
            p[k] = (of_text_[text][k] + 0.1) * (of_word_[k][word] + 0.01) / (total_[k] + 0.2);
        for (int k = 0; k < topics_ - 1; ++k)
            p[k + 1] += p[k];
        double at = (double)random() / RAND_MAX * p[topics_ - 1];
        int topic = 0;
        for (int k = 0; k < topics_; ++k)
            if (at < p[k]) {
                topic = k;
                break;
            }
        ++of_text_[text][topic];
        ++of_word_[topic][word];
        ++total_[topic];
        return topic;
    }

    int topics_;
    Counts of_word_, of_text_, z_;
    std::vector<int> total_;
};

int main() {
    Counts texts(6);
    for (int m = 0; m < 6; ++m)
        for (int n = 0; n < 9; ++n)
            texts[m].push_back((m % 2) * 4 + random() % 4);
    Sampler sampler(texts, 2, 8);
    sampler.train(texts, 20);
    for (int word = 0; word < 8; ++word)
        printf("%d %d\n", sampler.count(0, word), sampler.count(1, word));
}
