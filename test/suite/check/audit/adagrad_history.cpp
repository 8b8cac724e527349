// A restarted AdaGrad begins with large steps, as reported in apache/mxnet#1695: the sums of squares, private and behind a
// unique_ptr, are not saved. Twin: they are, through methods.
// KIND: audit
#include <cmath>
#include <fstream>
#include <iostream>
#include <memory>
#include <vector>
class Rule {
 public:
  explicit Rule(int n) : squares_(n, 0.0f) {}
  virtual ~Rule() = default;
  virtual void Update(std::vector<float> &w, const std::vector<float> &g) {
    for (size_t i = 0; i < w.size(); i++) {
      squares_[i] += g[i] * g[i];
      w[i] -= rate_ * g[i] / (std::sqrt(squares_[i]) + 1e-6f);
    }
  }
  const std::vector<float> &squares() const { return squares_; }
  void set_squares(const std::vector<float> &squares) { squares_ = squares; }

 private:
  std::vector<float> squares_;  // site: missing-state error state @1 | twin: quiet
  float rate_ = 0.3f;
};
class Trainer {
 public:
  Trainer() : w_(8, 1.0f), g_(8), rule_(new Rule(8)) {}
  void Run(const char *path);
  void Save(const char *path) const {  // site: missing-state error state @1 | twin: quiet
    std::ofstream out(path, std::ios::binary);
    out.write((const char *)&epoch_, sizeof epoch_);
    out.write((const char *)w_.data(), (std::streamsize)(w_.size() * sizeof(float)));
    out.flush();
    // twin: out.write((const char *)rule_->squares().data(), (std::streamsize)(8 * sizeof(float)));
  }
  bool Load(const char *path) {  // site: missing-state error state @1 | twin: quiet
    std::ifstream in(path, std::ios::binary);
    in.read((char *)&epoch_, sizeof epoch_);
    in.read((char *)w_.data(), (std::streamsize)(w_.size() * sizeof(float)));
    std::vector<float> squares(8);
    // twin: std::vector<float> squares(8); in.read((char *)squares.data(), (std::streamsize)(8 * sizeof(float)));
    if (in.fail()) return false;
    // twin: if (in.fail()) return false; rule_->set_squares(squares);
    return true;
  }
  float First() const { return w_[0]; }

 private:
  std::vector<float> w_, g_;
  std::unique_ptr<Rule> rule_;  // site: missing-state error state @1 | twin: quiet
  int epoch_ = 0;
};
void Trainer::Run(const char *path) {
  for (; epoch_ < 20;) {
    for (int i = 0; i < 8; i++) g_[i] = w_[i] - 0.1f * (float)((i + epoch_) % 8);
    rule_->Update(w_, g_);
    epoch_++;
    if (epoch_ % 5 == 0) Save(path);  // site: missing-state error state @1 | twin: quiet
  }
}
int main(int argc, char **argv) {
  Trainer trainer;  // site: missing-state error state @1 | twin: quiet
  if (argc > 1 && !trainer.Load(argv[1])) return 1;  // site: missing-state error state @1 | twin: quiet
  trainer.Run("trainer.bin");
  std::cout << trainer.First() << '\n';
}
