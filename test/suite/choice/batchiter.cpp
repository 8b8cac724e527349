// right: 65; wrong: 19,20,34,47,48,56; kind: iterator loop over batches of a stream, mini-batch k-means with integer centroids and counts
#include <cstdint>
#include <iostream>
#include <iterator>
#include <limits>
#include <vector>

struct Point { std::int32_t x, y; };
using Batch = std::vector<Point>;

class Stream {
    std::uint32_t s_;
    std::uint32_t next() { return (s_ = s_ * 1664525u + 1013904223u) >> 9; }

public:
    explicit Stream(std::uint32_t seed) : s_(seed) {}
    std::vector<Batch> cut(int batches, int size) {
        std::vector<Batch> out(batches);
        for (auto& b : out)
            while ((int)b.size() < size) {
                int c = next() % 4;
                b.push_back({int(c % 2 * 2000 + next() % 700), int(c / 2 * 2000 + next() % 700)});
            }
        return out;
    }
};

class MiniBatch {
    struct Centre { std::int64_t x, y, n; };
    std::vector<Centre> c_;

public:
    explicit MiniBatch(const Batch& seed, int k) {
        for (int i = 0; i < k; ++i) c_.push_back({seed[i * 3].x * 16L, seed[i * 3].y * 16L, 0});
    }
    std::size_t nearest(const Point& p) const {
        std::size_t best = 0;
        std::int64_t bd = std::numeric_limits<std::int64_t>::max();
        for (std::size_t k = 0; k < c_.size(); ++k) {
            std::int64_t dx = p.x * 16L - c_[k].x, dy = p.y * 16L - c_[k].y, d = dx * dx + dy * dy;
            if (d < bd) bd = d, best = k;
        }
        return best;
    }
    void absorb(const Batch& b) {
        std::vector<std::size_t> to;
        for (const Point& p : b) to.push_back(nearest(p));
        for (std::size_t i = 0; i < b.size(); ++i) {
            Centre& c = c_[to[i]];
            ++c.n;
            c.x += (b[i].x * 16L - c.x) / c.n;
            c.y += (b[i].y * 16L - c.y) / c.n;
        }
    }
    void print() const {
        for (const auto& c : c_) std::cout << '(' << c.x / 16 << ',' << c.y / 16 << ") x" << c.n << '\n';
    }
};

int main() {
    std::vector<Batch> epoch = Stream(4).cut(60, 32);
    MiniBatch model(epoch.front(), 4);
    auto it = epoch.cbegin();
    const auto end = epoch.cend();
    while (it != end) {
        model.absorb(*it);
        if (std::distance(epoch.cbegin(), it) % 20 == 19) std::cerr << "batch " << it - epoch.cbegin() + 1 << '\n';
        ++it;
    }
    model.print();
}
