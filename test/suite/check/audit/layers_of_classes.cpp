// Layers of several classes behind one pointer to their base: what one of them counts in eight bytes is saved, and loaded, as
// four. Twin: all eight.
// KIND: audit
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <vector>

class Layer {
public:
  virtual ~Layer() = default;
  virtual void forward(std::vector<float> &x) = 0;
  virtual void save(std::FILE *f) const = 0;
  virtual void load(std::FILE *f) = 0;
};

class Dense : public Layer {
public:
  explicit Dense(size_t n) : n_(n), w_(n * n, 0.01f) {}
  void forward(std::vector<float> &x) override {
    std::vector<float> y(n_);
    for (size_t i = 0; i < n_; ++i)
      for (size_t j = 0; j < n_; ++j)
        y[i] += w_[i * n_ + j] * x[j];
    for (size_t i = 0; i < n_; ++i)
      for (size_t j = 0; j < n_; ++j)
        w_[i * n_ + j] += 0.001f * x[j] * (y[i] - w_[i * n_ + j]);
    x.swap(y);
  }
  void save(std::FILE *f) const override { std::fwrite(w_.data(), sizeof(float), w_.size(), f); }
  void load(std::FILE *f) override { std::fread(w_.data(), sizeof(float), w_.size(), f); }

private:
  size_t n_;
  std::vector<float> w_;
};

class Normalise : public Layer {
public:
  explicit Normalise(size_t n) : mean_(n) {}
  void forward(std::vector<float> &x) override {
    samples_ += static_cast<int64_t>(x.size());
    for (size_t i = 0; i < x.size(); ++i) {
      mean_[i] += (x[i] - mean_[i]) / static_cast<double>(samples_);
      x[i] = static_cast<float>(x[i] - mean_[i]);
    }
  }
  void save(std::FILE *f) const override {
    const int samples = static_cast<int>(samples_);  // site: restore-order error state
    // twin: const int64_t samples = samples_;  // site: quiet
    std::fwrite(&samples, sizeof samples, 1, f);
    std::fwrite(mean_.data(), sizeof(double), mean_.size(), f);
  }
  void load(std::FILE *f) override {
    int samples = 0;
    // twin: int64_t samples = 0;
    std::fread(&samples, sizeof samples, 1, f);
    samples_ = samples;
    std::fread(mean_.data(), sizeof(double), mean_.size(), f);
  }

private:
  std::vector<double> mean_;
  int64_t samples_ = 0;
};

class Network {
public:
  template <class L> void add(size_t n) { layers_.push_back(std::make_unique<L>(n)); }
  void step() {
    std::vector<float> x(16);
    for (size_t i = 0; i < x.size(); ++i)
      x[i] = static_cast<float>((static_cast<size_t>(done_) * 5 + i * i) % 17);
    for (auto &l : layers_)
      l->forward(x);
    ++done_;
  }
  void save(const char *path) const {
    std::FILE *f = std::fopen(path, "wb");
    std::fwrite(&done_, sizeof done_, 1, f);
    for (const auto &l : layers_)
      l->save(f);
    std::fclose(f);
  }
  void load(const char *path) {
    if (std::FILE *f = std::fopen(path, "rb")) {
      std::fread(&done_, sizeof done_, 1, f);
      for (auto &l : layers_)
        l->load(f);
      std::fclose(f);
    }
  }
  long done() const { return done_; }

private:
  std::vector<std::unique_ptr<Layer>> layers_;
  long done_ = 0;
};

int main() {
  Network net;
  net.add<Dense>(16);
  net.add<Normalise>(16);
  net.load("net.bin");
  while (net.done() < 5000) {
    net.step();
    if (net.done() % 250 == 0)
      net.save("net.bin");
  }
}
