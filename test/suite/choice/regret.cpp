// right: 60; wrong: 12,33,42,69,71,74; kind: regret tables by self-play in Colonel Blotto, integers
#include <algorithm>
#include <array>
#include <iostream>
#include <random>
#include <vector>

using Split = std::array<int, 3>;

std::vector<Split> allSplits(int soldiers) {
    std::vector<Split> v;
    for (int a = 0; a <= soldiers; ++a)
        for (int b = 0; a + b <= soldiers; ++b) v.push_back({a, b, soldiers - a - b});
    return v;
}

int battle(const Split& x, const Split& y) {
    int s = 0;
    for (int i = 0; i < 3; ++i) s += (x[i] > y[i]) - (x[i] < y[i]);
    return (s > 0) - (s < 0);
}

class General {
public:
    explicit General(std::size_t n) : regret_(n), played_(n) {}

    std::size_t draw(std::mt19937& g) {
        long sum = 0;
        for (long r : regret_) sum += std::max(0L, r);
        std::size_t pick = g() % regret_.size();
        if (sum > 0) {
            long u = long(g() % (unsigned long)sum);
            for (pick = 0; u >= std::max(0L, regret_[pick]); ++pick)
                u -= std::max(0L, regret_[pick]);
        }
        ++played_[pick];
        return pick;
    }

    void reflect(const std::vector<Split>& all, std::size_t mine, const Split& theirs) {
        int got = battle(all[mine], theirs);
        for (std::size_t a = 0; a < all.size(); ++a) {
            regret_[a] += battle(all[a], theirs) - got;
            if (regret_[a] < -50) regret_[a] = -50;
        }
    }
    const std::vector<long>& played() const { return played_; }

private:
    std::vector<long> regret_, played_;
};

int main() {
    const auto all = allSplits(5);
    General red(all.size()), blue(all.size());
    std::mt19937 g(8);
    long score = 0;

    int round = 0;
    for (;;) {
        std::size_t a = red.draw(g), b = blue.draw(g);
        score += battle(all[a], all[b]);
        red.reflect(all, a, all[b]);
        blue.reflect(all, b, all[a]);
        if (++round == 30000) break;
    }

    long total = 0;
    for (long n : red.played()) total += n;
    std::vector<std::pair<long, std::size_t>> order;
    for (std::size_t i = 0; i < all.size(); ++i) order.emplace_back(1000 * red.played()[i] / total, i);
    std::sort(order.rbegin(), order.rend());
    std::cout << "score " << score << " in " << round << " rounds\n";
    for (std::size_t k = 0; k < 6; ++k) {
        const Split& s = all[order[k].second];
        std::cout << s[0] << '-' << s[1] << '-' << s[2] << "  " << order[k].first << "/1000\n";
    }
}
