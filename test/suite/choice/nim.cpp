// right: 65; wrong: 28,41,53,69; kind: self-play value table in a hash map for nim, integers
#include <algorithm>
#include <array>
#include <cstdlib>
#include <iostream>
#include <random>
#include <unordered_map>
#include <vector>

using Heaps = std::array<int, 3>;
using Key = int;

static Key key(Heaps h) {
    std::sort(h.begin(), h.end());
    return h[0] * 100 + h[1] * 10 + h[2];
}

class Player {
    std::unordered_map<Key, int> value_;  // for the one who has just moved, -1000..1000
    std::mt19937 rng_;

public:
    explicit Player(unsigned seed) : rng_(seed) {}

    Heaps choose(const Heaps& h, int explore) {
        std::vector<Heaps> best;
        int bv = -100000;
        for (int i = 0; i < 3; ++i)
            for (int take = 1; take <= h[i]; ++take) {
                Heaps n = h;
                n[i] -= take;
                int v = (int)(rng_() % 100) < explore ? (int)(rng_() % 3000) : value_[key(n)];
                if (v > bv) bv = v, best.clear();
                if (v == bv) best.push_back(n);
            }
        return best[rng_() % best.size()];
    }

    void learn(const std::vector<Key>& game) {
        int target = 1000;
        for (auto it = game.rbegin(); it != game.rend(); ++it) {
            int& v = value_[*it];
            v += (target - v) / 6;
            target = -v;
        }
    }
    std::size_t known() const { return value_.size(); }
};

static std::vector<Key> play(Player& p, int explore) {
    Heaps h{3, 4, 5};
    std::vector<Key> seen;
    while (h[0] + h[1] + h[2] > 0) {
        h = p.choose(h, explore);
        seen.push_back(key(h));
    }
    return seen;
}

static bool optimal(const Heaps& h) { return (h[0] ^ h[1] ^ h[2]) == 0; }

int main(int argc, char** argv) {
    int games = argc > 1 ? std::atoi(argv[1]) : 6000;
    Player p(17);
    while (games-- > 0)
        p.learn(play(p, std::min(30, 2 + games / 100)));

    int good = 0, winnable = 0;
    for (int a = 0; a <= 3; ++a)
        for (int b = 0; b <= 4; ++b)
            for (int c = 0; c <= 5; ++c) {
                Heaps h{a, b, c};
                if (optimal(h)) continue;
                ++winnable;
                good += optimal(p.choose(h, 0));
            }
    std::cout << p.known() << " positions, right move in " << good << " of " << winnable << '\n';
}
