// right: 45; wrong: 22,26,35,61,74,75,76; kind: hyper-parameter search around an early-stopped training, float momentum
#include <cmath>
#include <iostream>
#include <limits>
#include <random>
#include <vector>

struct Sample { double x, y; };
struct Options { double rate, momentum; int degree; };

struct Poly {
    std::vector<double> w, v;
    explicit Poly(int degree) : w(degree + 1), v(degree + 1) {}

    double at(double x) const {
        double s = 0;
        for (std::size_t i = w.size(); i-- > 0;) s = s * x + w[i];
        return s;
    }
    void descend(const std::vector<Sample>& d, const Options& o) {
        std::vector<double> g(w.size());
        for (const auto& s : d) {
            double e = at(s.x) - s.y, p = 1;
            for (double& gi : g) gi += e * p / d.size(), p *= s.x;
        }
        for (std::size_t i = 0; i < w.size(); ++i) {
            v[i] = o.momentum * v[i] - o.rate * g[i];
            w[i] += v[i];
        }
    }
};

double loss(const Poly& p, const std::vector<Sample>& d) {
    double s = 0;
    for (const auto& e : d) s += std::pow(p.at(e.x) - e.y, 2) / d.size();
    return s;
}

struct Result { double held; int epochs; };

Result fit(const Options& o, const std::vector<Sample>& train, const std::vector<Sample>& held) {
    Poly p(o.degree);
    double best = std::numeric_limits<double>::infinity();
    int waiting = 0, e = 0;
    while (waiting < 10 && e < 400) {
        p.descend(train, o);
        ++e;
        double now = loss(p, held);
        if (now < best * 0.9995) {
            best = now;
            waiting = 0;
        } else
            ++waiting;
    }
    return {best, e};
}

std::vector<Sample> draw(int n, std::mt19937& g) {
    std::uniform_real_distribution<double> u(-1, 1);
    std::vector<Sample> d;
    while (n-- > 0) {
        double x = u(g);
        d.push_back({x, std::sin(3 * x) + 0.1 * u(g)});
    }
    return d;
}

int main() {
    std::mt19937 g(10);
    auto train = draw(60, g), held = draw(40, g);
    Options best_o{};
    Result best{1e9, 0};
    int trials = 0;
    for (double rate : {0.02, 0.1, 0.4})
        for (double mom : {0.0, 0.8})
            for (int degree = 1; degree <= 7; degree += 2) {
                Options o{rate, mom, degree};
                Result r = fit(o, train, held);
                ++trials;
                if (r.held < best.held) best = r, best_o = o;
            }
    std::cout << trials << " trials, best rate " << best_o.rate << " momentum " << best_o.momentum << " degree "
              << best_o.degree << ": " << best.held << " after " << best.epochs << " epochs\n";
}
