// right: 87; wrong: 28,44,49,58,62,74,75,81; kind: Chinese restaurant process mixture by Gibbs sampling, tables in hash maps
#include <algorithm>
#include <iostream>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

struct Rand {
    unsigned long s = 0x9E3779B97F4A7C15ul;
    unsigned long operator()(unsigned long n) {
        s ^= s >> 12, s ^= s << 25, s ^= s >> 27;
        return (s * 2685821657736338717ul >> 11) % n;
    }
};

struct Table { int guests = 0; std::map<char, int> taste; };
class Restaurant {
    std::vector<std::string> who_;
    std::vector<int> seat_;
    std::unordered_map<int, Table> tables_;
    int fresh_ = 0;
    Rand rnd_;

    unsigned long liking(const Table& t, const std::string& s) const {
        unsigned long w = 1u << 20;
        int eaten = t.guests * (int)s.size();
        for (char c : s) {
            auto it = t.taste.find(c);
            int have = it == t.taste.end() ? 0 : it->second;
            w = w * (10 * have + 3) / (10 * eaten + 3 * 12) + 1;
        }
        return w;
    }
    void sit(int i, int t, int by) {
        Table& table = tables_[t];
        table.guests += by;
        for (char c : who_[i]) table.taste[c] += by;
        if (table.guests == 0) tables_.erase(t);
        seat_[i] = t;
    }
    int choose(int i) {
        std::vector<std::pair<int, unsigned long>> opts{{fresh_, liking(Table{}, who_[i])}};
        for (auto& [id, t] : tables_) opts.emplace_back(id, liking(t, who_[i]) * t.guests);
        std::sort(opts.begin(), opts.end());
        unsigned long u = 0;
        for (auto& o : opts) u += o.second;
        u = rnd_(u);
        for (auto& o : opts) {
            if (u < o.second) return o.first;
            u -= o.second;
        }
        return fresh_;
    }

public:
    explicit Restaurant(std::vector<std::string> w) : who_(std::move(w)), seat_(who_.size()) {
        for (std::size_t i = 0; i < who_.size(); ++i) sit(i, fresh_++, +1);
    }
    int sweep() {
        int moved = 0;
        for (std::size_t i = 0; i < who_.size(); ++i) {
            int old = seat_[i];
            sit(i, old, -1);
            int t = choose(i);
            fresh_ += t == fresh_;
            sit(i, t, +1);
            moved += t != old;
        }
        return moved;
    }
    void list() const {
        std::map<int, std::vector<std::string>> m;
        for (std::size_t i = 0; i < who_.size(); ++i) m[seat_[i]].push_back(who_[i]);
        for (auto& [t, v] : m) std::cout << v.size() << " guests like " << v.front() << '\n';
    }
};

int main() {
    std::vector<std::string> guests; Rand r;
    for (int i = 0; i < 60; ++i) {
        auto& s = guests.emplace_back();
        while (s.size() < 8) s += "abcdefghijkl"[i % 3 * 4 + r(4)];
    }
    Restaurant place(guests);
    int moved = 0;
    for (auto left = 60u; left; --left) moved = place.sweep();
    std::cout << "moved in the last sweep: " << moved << '\n';
    place.list();
}
