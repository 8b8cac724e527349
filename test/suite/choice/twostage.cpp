// right: 62+69; wrong: 38,51,58,65,77; kind: pre-training then fine-tuning in a row, fixed-point integer features
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

constexpr int DIM = 12, HID = 4;
using X = std::array<int, DIM>;

struct Rng {
    std::uint64_t s;
    int operator()(int n) {
        s = s * 6364136223846793005ull + 1442695040888963407ull;
        return int((s >> 33) % n);
    }
};

struct Model {
    std::array<X, HID> proto{};      // learned without labels
    std::array<int, HID> wins{};     // a tired prototype stands back
    std::array<int, HID> vote{};     // learned with labels

    int match(const X& x, bool fair) const {
        int best = 0;
        long bd = 1L << 60;
        for (int h = 0; h < HID; ++h) {
            long d = 0;
            for (int i = 0; i < DIM; ++i) d += std::labs(long(x[i]) * 64 - proto[h][i]);
            if (fair) d += 40L * wins[h];
            if (d < bd) bd = d, best = h;
        }
        return best;
    }
    void pull(const X& x) {
        int h = match(x, true);
        ++wins[h];
        for (int i = 0; i < DIM; ++i) proto[h][i] += (x[i] * 64 - proto[h][i]) / 8;
    }
    bool label(const X& x) const { return vote[match(x, false)] > 0; }
    void tune(const X& x, bool y) {
        int& v = vote[match(x, false)];
        if ((v > 0) != y) v += y ? 3 : -3;
        else v += y ? 1 : -1;
    }
};

static X make(Rng& r, int& group) {
    group = r(HID);
    X x;
    for (int i = 0; i < DIM; ++i) x[i] = (i / 3 == group ? 60 : 10) + r(20);
    return x;
}

int main() {
    Rng r{42};
    Model m;
    for (auto& p : m.proto)
        for (int& v : p) v = r(4000);

    int g;
    for (int n = 0; n < 1200; ++n)
        m.pull(make(r, g));
    std::printf("pre-trained:");
    for (int w : m.wins) std::printf(" %d", w);
    std::printf("\n");

    int quiet = 0, used = 0;
    while (quiet < 40 && used < 500) {
        X x = make(r, g);
        bool y = g % 2;
        quiet = m.label(x) == y ? quiet + 1 : 0;
        m.tune(x, y);
        ++used;
    }
    int ok = 0;
    for (int n = 0; n < 300; ++n) {
        X x = make(r, g);
        ok += m.label(x) == bool(g % 2);
    }
    std::printf("fine-tuned with %d labels, %d of 300 right\n", used, ok);
}
