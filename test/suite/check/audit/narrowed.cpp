// A double is saved as a float. Twin: as it is.
#include <cstdio>
class Model {
 public:
  void Save(std::FILE *file) const {
    const float kept = static_cast<float>(w_);  // site: restore-order error state @1
    // twin: const double kept = w_;  // site: quiet
    std::fwrite(&kept, sizeof kept, 1, file);  // site: restore-order error state @1 | twin: quiet
    std::fwrite(&step_, sizeof step_, 1, file);
  }
  bool Load(std::FILE *file) {
    float kept = 0;
    // twin: double kept = 0;
    if (std::fread(&kept, sizeof kept, 1, file) != 1 || std::fread(&step_, sizeof step_, 1, file) != 1) return false;
    w_ = kept;
    return true;
  }
  void Train() {
    for (; step_ < 8; step_++) w_ = 0.9 * w_ + 0.1 * step_;
  }
  double Weight() const { return w_; }

 private:
  double w_ = 1;
  int step_ = 0;
};
int main(int argc, char **argv) {
  Model model;
  if (std::FILE *file = argc > 1 ? std::fopen(argv[1], "rb") : nullptr) {
    if (!model.Load(file)) return 1;
    std::fclose(file);
  }
  model.Train();
  if (std::FILE *file = std::fopen("model.bin", "wb")) {
    model.Save(file);
    std::fclose(file);
  }
  std::printf("%.17g\n", model.Weight());
}
