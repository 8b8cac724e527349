// right: 60; wrong: 29,35,45,51,56,77,85; kind: unigram word pieces by Viterbi counts with pruning, behind layers of helpers and structs, integers
#include <algorithm>
#include <functional>
#include <iostream>
#include <map>
#include <string>
#include <vector>

namespace pieces {
using Counts = std::map<std::string, long>;

struct Lexicon {
    Counts n;
    long cost(const std::string& p) const {  // halvings of the total needed to come down to the count
        auto it = n.find(p);
        if (it == n.end()) return p.size() == 1 ? 40 : 1000;
        long total = 0, c = 0;
        for (auto& kv : n) total += kv.second;
        for (long x = total * 8; x > it->second * 8; x = x * 3 / 4) ++c;
        return c + 1;
    }
};
struct Segmenter {
    const Lexicon& lex;
    std::vector<std::string> operator()(const std::string& w) const {
        std::vector<long> best(w.size() + 1, 1000000);
        std::vector<std::size_t> back(w.size() + 1);
        best[0] = 0;
        for (std::size_t e = 1; e <= w.size(); ++e)
            for (std::size_t b = e > 5 ? e - 5 : 0; b < e; ++b) {
                long c = best[b] + lex.cost(w.substr(b, e - b));
                if (c < best[e]) best[e] = c, back[e] = b;
            }
        std::vector<std::string> out;
        for (std::size_t e = w.size(); e; e = back[e]) out.push_back(w.substr(back[e], e - back[e]));
        return {out.rbegin(), out.rend()};
    }
};
struct Session {
    std::vector<std::string> corpus;
    Lexicon lex;
    int rounds = 0;

    void seed() {
        for (auto& w : corpus)
            for (std::size_t b = 0; b < w.size(); ++b)
                for (std::size_t l = 1; l <= 5 && b + l <= w.size(); ++l) ++lex.n[w.substr(b, l)];
    }
    void recount() {
        Counts c;
        for (auto& w : corpus)
            for (auto& p : Segmenter{lex}(w)) ++c[p];
        lex.n.swap(c);
    }
    void prune(std::size_t keep) {
        while (lex.n.size() > keep)
            lex.n.erase(std::min_element(lex.n.begin(), lex.n.end(), [](auto& a, auto& b) { return a.second < b.second; }));
    }
    void advance_until(const std::function<bool(const Session&)>& enough, std::size_t keep) {
        while (!enough(*this)) {
            recount();
            prune(std::max(keep, lex.n.size() * 9 / 10));
            ++rounds;
        }
    }
};
struct Job {
    Session s;
    int budget;
    void execute() {
        s.seed();
        s.advance_until([this](const Session& x) { return x.rounds >= budget; }, 14);
    }
};
}  // namespace pieces
static void run_all(std::vector<pieces::Job>& jobs) {
    for (auto& j : jobs) j.execute();
}

int main() {
    std::vector<pieces::Job> jobs{{{{"walking", "talking", "walked", "talked", "walks", "talks", "singing", "sings", "kings", "king"}, {}, 0}, 8}};
    run_all(jobs);
    auto& s = jobs[0].s;
    std::cout << s.rounds << " rounds, " << s.lex.n.size() << " pieces\n";
    for (auto& w : s.corpus) {
        for (auto& p : pieces::Segmenter{s.lex}(w)) std::cout << p << '|';
        std::cout << ' ';
    }
    std::cout << '\n';
}
