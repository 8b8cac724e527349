// The best loss is a double, and what the save asks for it gives a float. Twin: it gives a double.
// KIND: audit
#include <cstdio>
class Plateau {
 public:
  float best() const { return (float)best_; }  // site: restore-order error state @1
  // twin: double best() const { return best_; }  // site: quiet
  double rate() const { return rate_; }
  void Set(double best, double rate) { best_ = best, rate_ = rate; }
  void Seen(double loss) {
    if (loss < best_) best_ = loss;
    else rate_ *= 0.5;
  }

 private:
  double best_ = 1e30, rate_ = 0.4;
};
struct Run {
  double w = 3;
  int step = 0;
  Plateau plateau;
};
static bool Save(const Run &run, std::FILE *file) {
  const double kept[] = {run.w, run.plateau.best(), run.plateau.rate()};  // site: restore-order error state @1 | twin: quiet
  return std::fwrite(kept, sizeof kept, 1, file) == 1 && std::fwrite(&run.step, sizeof run.step, 1, file) == 1;
}
static bool Load(Run &run, std::FILE *file) {
  double kept[3];
  if (std::fread(kept, sizeof kept, 1, file) != 1 || std::fread(&run.step, sizeof run.step, 1, file) != 1) return false;
  run.w = kept[0];
  run.plateau.Set(kept[1], kept[2]);
  return true;
}
int main(int argc, char **argv) {
  Run run;
  if (std::FILE *file = argc > 1 ? std::fopen(argv[1], "rb") : nullptr) {
    if (!Load(run, file)) return 1;
    std::fclose(file);
  }
  while (run.step < 30) {
    run.w -= run.plateau.rate() * (run.w - 0.1 * (run.step % 4));
    run.plateau.Seen(run.w * run.w);
    run.step++;
    std::FILE *file = std::fopen("run.bin", "wb");
    if (!file || !Save(run, file)) return 1;
    std::fclose(file);
  }
  std::printf("%.17g\n", run.w);
}
