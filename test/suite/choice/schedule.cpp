// right: 69; wrong: 16,34,42,55,63,74; kind: range-for over a learning-rate schedule, linear autoencoder, float
#include <array>
#include <cmath>
#include <iostream>
#include <random>
#include <valarray>
#include <vector>

using Row = std::valarray<double>;

class AutoEncoder {
public:
    AutoEncoder(int n, int h, unsigned seed) : enc_(h, Row(n)), dec_(h, Row(n)) {
        std::mt19937 g(seed);
        std::normal_distribution<double> nd(0, 0.3);
        for (int k = 0; k < h; ++k)
            for (int i = 0; i < n; ++i) {
                enc_[k][i] = nd(g);
                dec_[k][i] = nd(g);
            }
    }

    Row reconstruct(const Row& x) const {
        Row y(0.0, x.size());
        for (std::size_t k = 0; k < enc_.size(); ++k) y += (enc_[k] * x).sum() * dec_[k];
        return y;
    }

    double epoch(const std::vector<Row>& data, double rate) {
        auto ge = enc_, gd = dec_;
        for (auto& g : ge) g = 0;
        for (auto& g : gd) g = 0;
        double loss = 0;
        for (const Row& x : data) {
            Row err = reconstruct(x) - x;
            loss += (err * err).sum();
            for (std::size_t k = 0; k < enc_.size(); ++k) {
                gd[k] += (enc_[k] * x).sum() * err;
                ge[k] += (dec_[k] * err).sum() * x;
            }
        }
        for (std::size_t k = 0; k < enc_.size(); ++k) {
            enc_[k] -= rate / data.size() * ge[k];
            dec_[k] -= rate / data.size() * gd[k];
        }
        return loss / data.size();
    }

private:
    std::vector<Row> enc_, dec_;
};

std::vector<double> warm_then_decay(int n, double peak) {
    std::vector<double> s;
    for (int i = 0; i < n; ++i) s.push_back(i < n / 10 ? peak * (i + 1) / (n / 10) : peak * (n - i) / n);
    return s;
}

int main() {
    std::mt19937 g(2);
    std::normal_distribution<double> nd;
    std::vector<Row> data;
    for (int i = 0; i < 60; ++i) {
        double a = nd(g), b = nd(g);
        data.push_back(Row{a, b, a + b, a - b, 0.5 * a, 0.01 * nd(g)});
    }
    AutoEncoder net(6, 2, 7);
    double first = -1, last = 0;
    for (double rate : warm_then_decay(400, 0.2)) {
        last = net.epoch(data, rate);
        if (first < 0) first = last;
    }
    std::cout << "loss " << first << " -> " << last << "\n";
    for (double v : net.reconstruct(Row{1, 2, 3, -1, 0.5, 0})) std::cout << std::round(v * 100) / 100 << ' ';
    std::cout << "\n";
}
