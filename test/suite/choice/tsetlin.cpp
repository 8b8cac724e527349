// right: 78; wrong: 19,28,53,65,77,82; kind: Tsetlin machine, integer automata, warm start path that runs the epoch routine in a loop of its own before training
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <random>
#include <vector>

static const int BITS = 8, CLAUSES = 10, LITS = 2 * BITS, T = 5;

struct Example { unsigned char lit[LITS]; int y; };

class Tsetlin {
    signed char a_[CLAUSES][LITS];  // >= 0: the literal is included
    std::mt19937 rng_;

    bool chance(int num, int den) { return int(rng_() % den) < num; }
    bool fires(int c, const Example& e, bool learning) const {
        bool any = false;
        for (int l = 0; l < LITS; ++l) {
            if (a_[c][l] < 0) continue;
            any = true;
            if (!e.lit[l]) return false;
        }
        return any || learning;
    }
    void reward(int c, const Example& e) {
        bool f = fires(c, e, true);
        for (int l = 0; l < LITS; ++l)
            if (f && e.lit[l]) {
                if (chance(9, 10) && a_[c][l] < 100) ++a_[c][l];
            } else if (chance(1, 5) && a_[c][l] > -100)
                --a_[c][l];
    }
    void punish(int c, const Example& e) {
        if (!fires(c, e, true)) return;
        for (int l = 0; l < LITS; ++l)
            if (!e.lit[l] && a_[c][l] < 0) ++a_[c][l];
    }

public:
    explicit Tsetlin(int seed) : rng_(seed) {
        for (auto& c : a_)
            for (auto& s : c) s = chance(1, 2) ? -1 : 0;
    }
    int votes(const Example& e, bool learning) const {
        int v = 0;
        for (int c = 0; c < CLAUSES; ++c) v += fires(c, e, learning) ? (c % 2 ? -1 : 1) : 0;
        return v < -T ? -T : v > T ? T : v;
    }
    void epoch(const std::vector<Example>& d) {
        for (const auto& e : d) {
            int v = votes(e, true);
            for (int c = 0; c < CLAUSES; ++c) {
                if (!chance(e.y ? T - v : T + v, 2 * T)) continue;
                if ((c % 2 == 0) == (e.y == 1)) reward(c, e);
                else punish(c, e);
            }
        }
    }
};

std::vector<Example> noisy_xor(int n, int seed, int noise) {
    std::mt19937 g(seed);
    std::vector<Example> d(n);
    for (auto& e : d) {
        for (int b = 0; b < BITS; ++b) e.lit[BITS + b] = !(e.lit[b] = g() % 2);
        e.y = e.lit[0] ^ e.lit[1];
        if (int(g() % 100) < noise) e.y ^= 1;
    }
    return d;
}

int main(int argc, char** argv) {
    auto train = noisy_xor(500, 1, 10), test = noisy_xor(300, 2, 0);
    Tsetlin tm(5);
    int from = argc > 2 && !std::strcmp(argv[1], "--from") ? std::atoi(argv[2]) : 0;
    for (int i = 0; i < from; ++i) tm.epoch(train);
    for (int epoch = from; epoch < 40; ++epoch) {
        tm.epoch(train);
        if (epoch % 10 == 9) {
            int ok = 0;
            for (const auto& e : test) ok += (tm.votes(e, false) >= 0) == (e.y == 1);
            std::cout << "epoch " << epoch + 1 << ": " << ok << "/300\n";
        }
    }
}
