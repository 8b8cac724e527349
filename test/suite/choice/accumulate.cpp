// right: 71,73; wrong: 40,47,55,74,75; kind: MLP with gradient accumulation over micro-batches, evaluation per epoch and early stopping, float
#include <algorithm>
#include <cmath>
#include <iostream>
#include <numeric>
#include <random>
#include <vector>

using V = std::vector<double>;
struct Data { std::vector<V> x; V y; };

struct Net {
    static constexpr int H = 12;
    V p, g;
    Net() : p(4 * H + 1), g(p.size()) {
        std::mt19937 r(6);
        for (double& v : p) v = std::normal_distribution<double>(0, 0.6)(r);
    }
    double run(const V& x, const double* want) {
        double out = p[4 * H];
        V h(H);
        for (int j = 0; j < H; ++j) {
            h[j] = std::tanh(p[3 * j] * x[0] + p[3 * j + 1] * x[1] + p[3 * j + 2]);
            out += p[3 * H + j] * h[j];
        }
        if (want) {
            double d = out - *want;
            g[4 * H] += d;
            for (int j = 0; j < H; ++j) {
                double dh = d * p[3 * H + j] * (1 - h[j] * h[j]);
                g[3 * H + j] += d * h[j];
                g[3 * j] += dh * x[0];
                g[3 * j + 1] += dh * x[1];
                g[3 * j + 2] += dh;
            }
        }
        return out;
    }
    void apply(double lr, int n) {
        for (std::size_t i = 0; i < p.size(); ++i) p[i] -= lr * g[i] / n;
        std::fill(g.begin(), g.end(), 0.0);
    }
};

double evaluate(Net& n, const Data& d) {
    double s = 0;
    for (std::size_t i = 0; i < d.x.size(); ++i) s += std::pow(n.run(d.x[i], nullptr) - d.y[i], 2);
    return s / d.x.size();
}

Data sample(int n, int seed) {
    std::mt19937 r(seed);
    std::uniform_real_distribution<double> u(-2, 2);
    Data d;
    for (int i = 0; i < n; ++i) {
        d.x.push_back({u(r), u(r)});
        d.y.push_back(std::sin(d.x[i][0]) * d.x[i][1] + 0.05 * u(r));
    }
    return d;
}

int main() {
    const int MICRO = 4, GROUP = 5;
    Data train = sample(200, 1), valid = sample(100, 2);
    Net net;
    std::vector<int> idx(200);
    std::iota(idx.begin(), idx.end(), 0);
    std::mt19937 shuf(3);
    double best = 1e9;
    int bad = 0, epoch = 0, steps = 0;
    for (; epoch < 200 && bad < 8; ++epoch) {
        std::shuffle(idx.begin(), idx.end(), shuf);
        for (int at = 0; at < 200; ++steps) {
            for (int m = 0; m < GROUP; ++m)
                for (int k = 0; k < MICRO; ++k, ++at)
                    net.run(train.x[idx[at]], &train.y[idx[at]]);
            net.apply(0.1, MICRO * GROUP);
        }
        double v = evaluate(net, valid);
        if (v < best) best = v, bad = 0;
        else ++bad;
    }
    std::cout << steps << " steps in " << epoch << " epochs, validation " << best << '\n';
}
