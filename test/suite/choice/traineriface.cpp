// right: 17; wrong: 38,50,54,70,77; kind: step as a virtual method called by trainer.run(callback), integer perceptron
#include <functional>
#include <iostream>
#include <memory>
#include <random>
#include <string>
#include <vector>

class Trainer {
public:
    virtual ~Trainer() = default;
    virtual std::string name() const = 0;
    using Callback = std::function<bool(int step, int errors)>;

    int run(const Callback& cb) {
        prepare();
        for (int n = 1;; ++n) {
            int errors = step();
            if (!cb(n, errors)) return n;
        }
    }

protected:
    virtual void prepare() {}
    virtual int step() = 0;
};

class PerceptronTrainer : public Trainer {
public:
    explicit PerceptronTrainer(int margin) : margin_(margin) {}
    std::string name() const override { return "perceptron/" + std::to_string(margin_); }
    const std::vector<int>& weights() const { return w_; }

protected:
    void prepare() override {
        std::minstd_rand r(9);
        w_.assign(5, 0);
        while (x_.size() < 120) {
            std::vector<int> v{1};
            for (int i = 0; i < 4; ++i) v.push_back(int(r() / 64 % 21) - 10);
            int s = 3 * v[1] - 2 * v[2] + v[4] + 1;
            if (s > -4 && s < 4) continue;
            y_.push_back(s > 0 ? 1 : -1);
            x_.push_back(v);
        }
    }

    int step() override {
        int errors = 0;
        for (std::size_t i = 0; i < x_.size(); ++i) {
            int s = 0;
            for (std::size_t j = 0; j < w_.size(); ++j) s += w_[j] * x_[i][j];
            if (s * y_[i] > margin_) continue;
            for (std::size_t j = 0; j < w_.size(); ++j) w_[j] += y_[i] * x_[i][j];
            ++errors;
        }
        return errors;
    }

private:
    int margin_;
    std::vector<int> w_, y_;
    std::vector<std::vector<int>> x_;
};

int main() {
    std::vector<std::unique_ptr<PerceptronTrainer>> all;
    all.push_back(std::make_unique<PerceptronTrainer>(0));
    all.push_back(std::make_unique<PerceptronTrainer>(40));
    for (auto& t : all) {
        int last = -1;
        int n = t->run([&](int step, int errors) {
            last = errors;
            return errors > 0 && step < 500;
        });
        std::cout << t->name() << ": " << n << " steps, last errors " << last << ", w =";
        for (int w : t->weights()) std::cout << ' ' << w;
        std::cout << '\n';
    }
}
