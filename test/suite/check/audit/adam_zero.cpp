// The operation counts its runs in a mutable member, and the optimizer saves a count of its own that nothing counts up, as
// reported in nntile/nntile#351. Twin: it takes that of the operation.
#include <cmath>
#include <cstdio>
#include <fstream>
#include <memory>
#include <vector>
struct AdamOp {
  mutable long iter = 0;  // site: missing-state error state @1 | twin: quiet
  void Run(std::vector<float> &p, const std::vector<float> &g, std::vector<float> &m, std::vector<float> &v) const {
    ++iter;
    const float c1 = 1 - std::pow(0.9f, (float)iter), c2 = 1 - std::pow(0.999f, (float)iter);
    for (size_t i = 0; i < p.size(); i++) {
      m[i] = 0.9f * m[i] + 0.1f * g[i];
      v[i] = 0.999f * v[i] + 0.001f * g[i] * g[i];
      p[i] -= 0.02f * (m[i] / c1) / (std::sqrt(v[i] / c2) + 1e-8f);
    }
  }
};
class Adam {
 public:
  Adam(std::vector<float> &p, std::vector<float> &g) : p_(p), g_(g), m_(p.size()), v_(p.size()), op_(new AdamOp) {}
  void Step() {
    op_->Run(p_, g_, m_, v_);
    // twin: op_->Run(p_, g_, m_, v_); count_ = op_->iter;
  }
  void Save(std::ostream &out) const {  // site: missing-state error state @1 | twin: quiet
    out.write((const char *)&count_, sizeof count_);
    out.write((const char *)m_.data(), (std::streamsize)(m_.size() * sizeof(float)));
    out.write((const char *)v_.data(), (std::streamsize)(v_.size() * sizeof(float)));
  }
  void Load(std::istream &in) {  // site: missing-state error state @1 | twin: quiet
    in.read((char *)&count_, sizeof count_);
    in.read((char *)m_.data(), (std::streamsize)(m_.size() * sizeof(float)));
    in.read((char *)v_.data(), (std::streamsize)(v_.size() * sizeof(float)));
    op_->iter = count_;
  }

 private:
  std::vector<float> &p_, &g_;
  std::vector<float> m_, v_;
  std::unique_ptr<AdamOp> op_;  // site: missing-state error state @1 | twin: quiet
  long count_ = 0;
};
int main(int argc, char **argv) {
  std::vector<float> p(6, 0.5f), g(6);
  Adam adam(p, g);  // site: missing-state error state @1 | twin: quiet
  int step = 0;
  if (argc > 1) {
    std::ifstream in(argv[1], std::ios::binary);
    if (!in) return 1;
    in.read((char *)&step, sizeof step);
    in.read((char *)p.data(), (std::streamsize)(p.size() * sizeof(float)));
    adam.Load(in);  // site: missing-state error state @1 | twin: quiet
  }
  while (step < 100) {
    for (int i = 0; i < 6; i++) g[i] = 2 * (p[i] - 0.1f * (float)i) + 0.01f * (float)((step * 5 + i) % 7);
    adam.Step();
    if (++step % 30 == 0) {
      std::ofstream out("adam.bin", std::ios::binary);
      out.write((const char *)&step, sizeof step);
      out.write((const char *)p.data(), (std::streamsize)(p.size() * sizeof(float)));
      adam.Save(out);  // site: missing-state error state @1 | twin: quiet
    }
  }
  for (const float w : p) std::printf("%.9g\n", w);
}
