// right: 45; wrong: 21,23,33,39,47,51,67,75,81,82,88; kind: transformation rules learned in order (decision list), integers, two modes by argv
#include <iostream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

using Tag = char;  // D N V P
struct Token { std::string word; Tag gold, now; };
using Text = std::vector<Token>;

struct Rule {
    Tag from, to, prev;
    bool operator<(const Rule& o) const { return std::tie(from, to, prev) < std::tie(o.from, o.to, o.prev); }
};

std::map<std::string, Tag> lexicon(const Text& t) {
    std::map<std::string, std::map<Tag, int>> c;
    for (auto& k : t) ++c[k.word][k.gold];
    std::map<std::string, Tag> lex;
    for (auto& [w, m] : c) {
        Tag best = m.begin()->first;
        for (auto& [tag, n] : m)
            if (n > m[best]) best = tag;
        lex[w] = best;
    }
    return lex;
}

void rewrite(const Rule& r, Text& t) {
    for (std::size_t i = t.size(); i-- > 1;)
        if (t[i].now == r.from && t[i - 1].now == r.prev) t[i].now = r.to;
}

int errors(const Text& t) {
    int n = 0;
    for (auto& k : t) n += k.now != k.gold;
    return n;
}

std::vector<Rule> train(Text& t) {
    std::vector<Rule> rules;
    while (true) {
        std::set<Rule> cand;
        for (std::size_t i = 1; i < t.size(); ++i)
            if (t[i].now != t[i].gold) cand.insert({t[i].now, t[i].gold, t[i - 1].now});
        int before = errors(t), best = before;
        Rule pick{};
        for (const Rule& r : cand) {
            Text copy = t;
            rewrite(r, copy);
            int e = errors(copy);
            if (e < best) best = e, pick = r;
        }
        if (best == before) break;
        rewrite(pick, t);
        rules.push_back(pick);
    }
    return rules;
}

Text parse(const std::string& s) {
    Text t;
    std::istringstream in(s);
    for (std::string tok; in >> tok;) t.push_back({tok.substr(0, tok.size() - 2), tok.back(), '?'});
    return t;
}

int main(int argc, char** argv) {
    Text t = parse("the/D run/N was/V good/A they/P run/V to/T the/D race/N they/P race/V and/C run/V the/D run/N to/T race/V "
                   "a/D walk/N is/V good/A to/T walk/V we/P walk/V to/T run/V a/D race/N is/V a/D run/N we/P race/V a/D walk/N");
    auto lex = lexicon(t);
    for (auto& k : t) k.now = lex[k.word];
    int start = errors(t);
    auto rules = train(t);
    std::string mode = argc > 1 ? argv[1] : "train";
    if (mode == "tag") {
        Text in;
        for (int i = 2; i < argc; ++i) in.push_back({argv[i], '?', lex.count(argv[i]) ? lex[argv[i]] : 'N'});
        for (auto& r : rules) rewrite(r, in);
        for (auto& k : in) std::cout << k.word << '/' << k.now << ' ';
        std::cout << '\n';
        return 0;
    }
    std::cout << "errors " << start << " -> " << errors(t) << '\n';
    for (auto& r : rules) std::cout << r.from << " -> " << r.to << " after " << r.prev << '\n';
}
