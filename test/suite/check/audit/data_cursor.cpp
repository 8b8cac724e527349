// The solver goes on at its iteration and the data layer at row 0, as reported in BVLC/caffe#1059: a load rewinds it.
// Twin: the position is put and got by methods.
// KIND: audit
#include <cstdio>
#include <memory>
class Layer {
 public:
  float Next() {
    const float row = (float)((at_ * 7) % 23);
    at_ = (at_ + 1) % 23;
    return row;
  }
  void Rewind() { at_ = 0; }
  int Position() const { return at_; }
  void Seek(int at) { at_ = at; }

 private:
  int at_ = 0;  // site: missing-state error state @1 | twin: quiet
};
class Solver {
 public:
  Solver() : layer_(std::make_unique<Layer>()) {}
  void Step() {
    const float g = w_ - layer_->Next();
    w_ -= 0.1f * g;
    iteration_++;
  }
  void Snapshot(std::FILE *file) const {  // site: missing-state error state @1 | twin: quiet
    const int at = iteration_ / 4;
    // twin: const int at = layer_->Position();
    std::fwrite(&iteration_, sizeof iteration_, 1, file);
    std::fwrite(&w_, sizeof w_, 1, file);
    std::fwrite(&at, sizeof at, 1, file);
  }
  bool Restore(std::FILE *file) {  // site: missing-state error state @1 | twin: quiet
    int at = 0;
    if (std::fread(&iteration_, sizeof iteration_, 1, file) != 1) return false;
    if (std::fread(&w_, sizeof w_, 1, file) != 1) return false;
    if (std::fread(&at, sizeof at, 1, file) != 1) return false;
    layer_->Rewind();
    // twin: layer_->Seek(at);
    return true;
  }
  int Iteration() const { return iteration_; }
  float Weight() const { return w_; }

 private:
  std::unique_ptr<Layer> layer_;  // site: missing-state error state @1 | twin: quiet
  float w_ = 0;
  int iteration_ = 0;
};
int main(int argc, char **argv) {
  Solver solver;  // site: missing-state error state @1 | twin: quiet
  if (std::FILE *file = argc > 1 ? std::fopen(argv[1], "rb") : nullptr) {
    if (!solver.Restore(file)) return 1;  // site: missing-state error state @1 | twin: quiet
    std::fclose(file);
  }
  while (solver.Iteration() < 40) {
    for (int i = 0; i < 3; i++) solver.Step();
    if (std::FILE *file = std::fopen("solver.bin", "wb")) {
      solver.Snapshot(file);  // site: missing-state error state @1 | twin: quiet
      std::fclose(file);
    }
  }
  std::printf("%.9g\n", solver.Weight());
}
