// right: 79; wrong: 17,36,51,54,75; kind: LZ78-like phrase dictionary growing over a text, integers, restart when full
#include <cstdint>
#include <iostream>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

class PhraseBook {
public:
    explicit PhraseBook(std::size_t cap) : cap_(cap) { reset(); }

    // longest known phrase from `at`; returns node and moves `at` behind it
    int longest(std::string_view s, std::size_t& at) {
        int node = 0;
        while (at < s.size()) {
            auto it = kids_.find({node, s[at]});
            if (it == kids_.end()) break;
            node = it->second;
            ++use_[node];
            ++at;
        }
        return node;
    }

    void learn(int node, char c) {
        if (use_.size() >= cap_) return forget();
        kids_[{node, c}] = (int)use_.size();
        use_.push_back(1);
        text_.push_back(text_[node] + c);
    }

    std::string best() const {
        std::size_t b = 0;
        for (std::size_t i = 1; i < use_.size(); ++i)
            if (use_[i] * text_[i].size() > use_[b] * text_[b].size()) b = i;
        return text_[b];
    }
    std::size_t size() const { return use_.size() - 1; }
    int forgotten() const { return forgotten_; }

private:
    void reset() {
        kids_.clear();
        use_.assign(1, 0);
        text_.assign(1, "");
    }
    void forget() {  // keep the phrases used often, rebuild the trie from them
        std::vector<std::pair<std::string, std::uint32_t>> keep;
        for (std::size_t i = 1; i < use_.size(); ++i)
            if (use_[i] > 2) keep.emplace_back(text_[i], use_[i] / 2);
        reset();
        for (auto& [t, n] : keep) {
            int node = 0;
            for (char c : t) {
                auto ins = kids_.try_emplace({node, c}, (int)use_.size());
                if (ins.second) use_.push_back(n), text_.push_back(text_[node] + c);
                node = ins.first->second;
            }
        }
        ++forgotten_;
    }

    std::size_t cap_;
    int forgotten_ = 0;
    std::map<std::pair<int, char>, int> kids_;
    std::vector<std::uint32_t> use_;
    std::vector<std::string> text_;
};

int main() {
    std::string text;
    const char* parts[] = {"walking ", "talking ", "walker ", "the talk of the ", "town ", "and ", "down "};
    for (unsigned i = 0, r = 5; i < 900; ++i) text += parts[(r = r * 75 % 65537) % 7];
    PhraseBook book(150);
    std::size_t at = 0;
    std::vector<int> codes;
    while (at < text.size()) {
        int node = book.longest(text, at);
        codes.push_back(node);
        if (at < text.size()) book.learn(node, text[at++]);
    }
    std::cout << text.size() << " chars, " << codes.size() << " codes, " << book.size() << " phrases, forgot "
              << book.forgotten() << " times, best '" << book.best() << "'\n";
}
