// Bytes of the weights go through a stream, and those of the velocity do not. Twin: both do.
#include <fstream>
#include <iostream>
#include <vector>
struct Optimizer {
  std::vector<float> velocity = std::vector<float>(4);  // site: missing-state error state @1 | twin: quiet
};
class Net {
 public:
  void Save(const char *name) const {  // site: missing-state error state @1 | twin: quiet
    std::ofstream out(name, std::ios::binary);
    out.write(reinterpret_cast<const char *>(&step_), sizeof step_);
    out.write(reinterpret_cast<const char *>(w_.data()), w_.size() * sizeof(float));
    // twin: for (const auto *v : {&w_, &optimizer_.velocity}) out.write(reinterpret_cast<const char *>(v->data()), v->size() * sizeof(float));
  }
  bool Load(const char *name) {  // site: missing-state error state @1 | twin: quiet
    std::ifstream in(name, std::ios::binary);
    in.read(reinterpret_cast<char *>(&step_), sizeof step_);
    in.read(reinterpret_cast<char *>(w_.data()), w_.size() * sizeof(float));
    // twin: for (auto *v : {&w_, &optimizer_.velocity}) in.read(reinterpret_cast<char *>(v->data()), v->size() * sizeof(float));
    return in.good();
  }
  void Train() {
    for (; step_ < 8; step_++)
      for (std::size_t i = 0; i < w_.size(); i++) {
        optimizer_.velocity[i] = 0.9f * optimizer_.velocity[i] + 0.1f * (w_[i] - w_[3 - i] + 0.5f);
        w_[i] -= optimizer_.velocity[i];
      }
  }
  float First() const { return w_[0]; }

 private:
  std::vector<float> w_ = {1, 2, 3, 4};
  Optimizer optimizer_;  // site: missing-state error state @1 | twin: quiet
  int step_ = 0;
};
int main(int argc, char **argv) {
  Net net;  // site: missing-state error state @1 | twin: quiet
  if (argc > 1 && !net.Load(argv[1])) return 1;  // site: missing-state error state @1 | twin: quiet
  net.Train();
  net.Save("model.bin");  // site: missing-state error state @1 | twin: quiet
  std::cout << net.First() << '\n';
}
