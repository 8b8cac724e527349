// right: 60; wrong: 23,35,46,73; kind: adaptive context model in hash tables over lines of standard input, integer counts
#include <cctype>
#include <iostream>
#include <string>
#include <unordered_map>
#include <vector>

class ContextModel {
    struct Bucket {
        std::unordered_map<std::string, unsigned> next;
        unsigned total = 0;
    };
    std::unordered_map<std::string, Bucket> table_;

public:
    // cost in 1/256 bits, from counts only
    unsigned cost(const std::string& ctx, const std::string& w) const {
        auto b = table_.find(ctx);
        if (b == table_.end()) return 12 * 256;
        auto n = b->second.next.find(w);
        unsigned have = n == b->second.next.end() ? 0 : n->second;
        unsigned num = 16 * have + 1, den = 16 * b->second.total + 64, c = 0;
        while (num < den) {
            num += num / 4 + 1;
            c += 82;
        }
        return c;
    }

    void see(const std::string& ctx, const std::string& w) {
        Bucket& b = table_[ctx];
        ++b.next[w];
        if (++b.total < 64) return;
        b.total = 0;
        for (auto it = b.next.begin(); it != b.next.end();) {
            it->second /= 2;
            b.total += it->second;
            it = it->second ? std::next(it) : b.next.erase(it);
        }
    }
    std::size_t contexts() const { return table_.size(); }
};

static std::vector<std::string> words(const std::string& line) {
    std::vector<std::string> v(1);
    for (unsigned char c : line)
        if (std::isalpha(c))
            v.back() += char(std::tolower(c));
        else if (!v.back().empty())
            v.emplace_back();
    if (v.back().empty()) v.pop_back();
    return v;
}

int main() {
    ContextModel model;
    unsigned long first = 0, second = 0, lines = 0;
    std::string line;

    while (std::getline(std::cin, line)) {
        const auto w = words(line);
        if (w.empty()) continue;
        unsigned long bits = 0;
        std::string prev = "<s>";
        for (const auto& x : w) {
            bits += model.cost(prev, x);
            model.see(prev, x);
            prev = x;
        }
        (lines++ % 2 ? second : first) += bits / 256;
    }
    std::cout << lines << " lines, " << model.contexts() << " contexts, bits " << first << " + " << second << "\n";
    for (const char* probe : {"the", "sea", "never"})
        std::cout << probe << " after <s>: " << model.cost("<s>", probe) / 256 << " bits\n";
}
