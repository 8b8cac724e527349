// A schedule behind a std::unique_ptr counts its calls in one member and saves another one, which nothing counts. Twin:
// it counts in the one that it saves.
// OBSERVE: none
// KIND: audit
#include <cmath>
#include <cstdio>
#include <memory>
class Schedule {
 public:
  virtual ~Schedule() = default;
  virtual float Next() = 0;
  virtual void Write(FILE *f) const = 0;
  virtual void Read(FILE *f) = 0;
};
class Warmup : public Schedule {
 public:
  float Next() override {
    const float x = static_cast<float>(calls_++) / 500;
    // twin: const float x = static_cast<float>(position_++) / 500;
    return x < 0.1f ? x : 0.05f * (1 + std::cos(3.14159265f * (x > 1 ? 1 : x)));
  }
  void Write(FILE *f) const override { fwrite(&position_, sizeof position_, 1, f); }
  void Read(FILE *f) override {
    if (fread(&position_, sizeof position_, 1, f) != 1) position_ = 0;
    calls_ = position_;
  }

 private:
  int position_ = 0, calls_ = 0;
};
struct Net {
  float w[12] = {};
  int iter = 0;
};
int main(int argc, char **argv) {
  Net net;
  std::unique_ptr<Schedule> schedule = std::make_unique<Warmup>();  // site: missing-state error state | twin: quiet
  if (argc > 1) {
    FILE *f = fopen(argv[1], "rb");
    if (!f) return 1;
    if (fread(&net, sizeof net, 1, f) != 1) return 1;
    schedule->Read(f);
    fclose(f);
  }
  while (net.iter < 500) {
    const float rate = schedule->Next();
    for (int j = 0; j < 12; j++) net.w[j] -= rate * (net.w[j] - static_cast<float>((net.iter + j) % 7) / 7);
    net.iter++;
    if (net.iter % 50 == 0) {
      FILE *f = fopen("net.bin", "wb");
      if (!f) return 1;
      fwrite(&net, sizeof net, 1, f);
      schedule->Write(f);
      fclose(f);
    }
  }
  for (const float w : net.w) printf("%.9g\n", static_cast<double>(w));
}
