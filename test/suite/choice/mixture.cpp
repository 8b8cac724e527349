// right: 72; wrong: 24,36,45,56,61,69; kind: Gaussian mixture by EM, loop bound is a convergence test in a method, float
#include <algorithm>
#include <cmath>
#include <iostream>
#include <random>
#include <vector>

struct Component {
    double weight, mean, var;
    double density(double x) const {
        return weight * std::exp(-(x - mean) * (x - mean) / (2 * var)) / std::sqrt(2 * M_PI * var);
    }
};

class Mixture {
    std::vector<Component> parts_;
    std::vector<std::vector<double>> resp_;
    double ll_ = -1e300, before_ = -2e300;
    int count_ = 0;

public:
    Mixture(int k, const std::vector<double>& xs) {
        double lo = *std::min_element(xs.begin(), xs.end()), hi = *std::max_element(xs.begin(), xs.end());
        for (int i = 0; i < k; ++i)
            parts_.push_back({1.0 / k, lo + (hi - lo) * (i + 0.5) / k, 1});
    }

    bool settled() const {
        return count_ >= 500 || std::fabs(ll_ - before_) < 1e-7 * std::fabs(ll_);
    }

    void expectation(const std::vector<double>& xs) {
        resp_.assign(xs.size(), std::vector<double>(parts_.size()));
        before_ = ll_;
        ll_ = 0;
        for (std::size_t i = 0; i < xs.size(); ++i) {
            double tot = 0;
            for (std::size_t k = 0; k < parts_.size(); ++k) tot += resp_[i][k] = parts_[k].density(xs[i]);
            for (double& r : resp_[i]) r /= tot;
            ll_ += std::log(tot);
        }
    }

    void maximisation(const std::vector<double>& xs) {
        for (std::size_t k = 0; k < parts_.size(); ++k) {
            double n = 0, m = 0, v = 0;
            for (std::size_t i = 0; i < xs.size(); ++i) n += resp_[i][k], m += resp_[i][k] * xs[i];
            m /= n;
            for (std::size_t i = 0; i < xs.size(); ++i) v += resp_[i][k] * (xs[i] - m) * (xs[i] - m);
            parts_[k] = {n / xs.size(), m, v / n + 1e-6};
        }
        ++count_;
    }

    void sort() {
        for (std::size_t i = 1; i < parts_.size(); ++i)
            for (std::size_t j = i; j > 0 && parts_[j].mean < parts_[j - 1].mean; --j) std::swap(parts_[j], parts_[j - 1]);
    }
    void print(std::ostream& os) const {
        os << count_ << " iterations, log-likelihood " << ll_ << '\n';
        for (const auto& p : parts_) os << p.weight << " N(" << p.mean << ", " << p.var << ")\n";
    }
};

int main() {
    std::mt19937 gen(77);
    std::normal_distribution<double> a(-3, 0.8), b(1, 1), c(6, 1.5);
    std::vector<double> xs;
    for (int i = 0; i < 500; ++i) xs.push_back(i % 5 < 2 ? a(gen) : i % 5 < 4 ? b(gen) : c(gen));

    Mixture model(3, xs);
    while (!model.settled()) {
        model.expectation(xs);
        model.maximisation(xs);
    }
    model.sort();
    model.print(std::cout);
}
