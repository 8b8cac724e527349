// right: 22; wrong: 21,24,32,41,42,69,76; kind: gradient boosting of stumps, ensemble of trees grows, float
#include <cmath>
#include <cstdio>
#include <numeric>
#include <random>
#include <vector>

struct Stump {
    int feature = 0;
    double cut = 0, left = 0, right = 0;
    double operator()(const std::vector<double>& x) const { return x[feature] < cut ? left : right; }
};

class Booster {
public:
    Booster(double shrink, int rounds) : shrink_(shrink), rounds_(rounds) {}

    void fit(const std::vector<std::vector<double>>& X, const std::vector<double>& y) {
        base_ = std::accumulate(y.begin(), y.end(), 0.0) / y.size();
        std::vector<double> res(y.size());
        for (std::size_t i = 0; i < y.size(); ++i) res[i] = y[i] - base_;
        for (int r = 0; r < rounds_; ++r) {
            Stump s = best_stump(X, res);
            for (std::size_t i = 0; i < X.size(); ++i)
                res[i] -= shrink_ * s(X[i]);
            forest_.push_back(s);
        }
    }

    double predict(const std::vector<double>& x) const {
        double v = base_;
        for (const auto& s : forest_) v += shrink_ * s(x);
        return v;
    }
    std::size_t size() const { return forest_.size(); }

private:
    static Stump best_stump(const std::vector<std::vector<double>>& X, const std::vector<double>& r) {
        Stump best;
        double best_gain = -1;
        for (int f = 0; f < (int)X[0].size(); ++f)
            for (double cut = 0.05; cut < 1; cut += 0.05) {
                double s[2] = {0, 0};
                int n[2] = {0, 0};
                for (std::size_t i = 0; i < X.size(); ++i) {
                    int side = X[i][f] >= cut;
                    s[side] += r[i];
                    ++n[side];
                }
                if (!n[0] || !n[1]) continue;
                double gain = s[0] * s[0] / n[0] + s[1] * s[1] / n[1];
                if (gain > best_gain) {
                    best_gain = gain;
                    best = {f, cut, s[0] / n[0], s[1] / n[1]};
                }
            }
        return best;
    }
    double shrink_, base_ = 0;
    int rounds_;
    std::vector<Stump> forest_;
};

int main() {
    std::mt19937 gen(1);
    std::uniform_real_distribution<double> u(0, 1);
    std::vector<std::vector<double>> X(200, std::vector<double>(3));
    std::vector<double> y;
    for (auto& row : X) {
        for (auto& v : row) v = u(gen);
        y.push_back(std::sin(6 * row[0]) + 2 * row[1] + 0.1 * u(gen));
    }
    Booster b(0.2, 150);
    b.fit(X, y);
    double mse = 0;
    for (std::size_t i = 0; i < X.size(); ++i) mse += std::pow(y[i] - b.predict(X[i]), 2) / X.size();
    std::printf("%zu stumps, mse %.5f\n", b.size(), mse);
}
