// right: 48,50; wrong: 31,57; kind: std::for_each with a lambda over epochs, integer passive perceptron ranking
#include <algorithm>
#include <array>
#include <cstdio>
#include <numeric>
#include <random>
#include <vector>

using Item = std::array<int, 6>;
struct Pair { Item better, worse; };

struct Ranker {
    std::array<int, 6> w{};
    int updates = 0;

    int score(const Item& it) const { return std::inner_product(it.begin(), it.end(), w.begin(), 0); }
    bool right(const Pair& p) const { return score(p.better) > score(p.worse); }
    void learn(const Pair& p) {
        if (right(p)) return;
        std::transform(w.begin(), w.end(), p.better.begin(), w.begin(), [](int a, int b) { return a + b; });
        std::transform(w.begin(), w.end(), p.worse.begin(), w.begin(), [](int a, int b) { return a - b; });
        ++updates;
    }
};

static std::vector<Pair> pairs(int n, unsigned seed) {
    const Item truth{5, -3, 0, 2, 1, -4};
    std::mt19937 g(seed);
    std::vector<Pair> out;
    auto value = [&](const Item& i) { return std::inner_product(i.begin(), i.end(), truth.begin(), 0); };
    while ((int)out.size() < n) {
        Item a, b;
        for (int& v : a) v = g() % 10;
        for (int& v : b) v = g() % 10;
        if (value(a) == value(b)) continue;
        out.push_back(value(a) > value(b) ? Pair{a, b} : Pair{b, a});
    }
    return out;
}

int main() {
    auto data = pairs(200, 3), held = pairs(200, 4);
    std::vector<int> epochs(15);
    std::iota(epochs.begin(), epochs.end(), 1);
    Ranker r;
    std::mt19937 shuffle_rng(8);

    std::for_each(epochs.begin(), epochs.end(), [&](int e) {
        std::shuffle(data.begin(), data.end(), shuffle_rng);
        for (const Pair& p : data)
            r.learn(p);
        if (e % 5 == 0) std::fprintf(stderr, "epoch %d: %d updates so far\n", e, r.updates);
    });

    long ok = std::count_if(held.begin(), held.end(), [&](const Pair& p) { return r.right(p); });
    std::printf("held-out %ld/200, weights", ok);
    for (int v : r.w) std::printf(" %d", v);
    std::printf("\n");
}
