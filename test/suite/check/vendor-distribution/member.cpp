// A distribution as a member, called through a lambda, and one that goes to the file. Twins: engine arithmetic, print.
#include <cstdio>
#include <random>
class Dropout {
 public:
  explicit Dropout(unsigned seed) : engine_(seed) {}
  float Next() { return uniform_(engine_); }  // site: vendor-distribution warning state | twin: quiet
  unsigned Raw() { return static_cast<unsigned>(engine_() & 0xffff); }

 private:
  std::mt19937_64 engine_;
  std::uniform_real_distribution<float> uniform_{0, 1};
};
int main() {
  Dropout dropout(5);
  std::mt19937 other(6);
  std::exponential_distribution<double> wait(2);
  auto scale = [&dropout] { return dropout.Next(); };
  // twin: auto scale = [&dropout] { return static_cast<float>(dropout.Raw()) / 65536; };
  FILE *out = std::fopen("waits.txt", "w");
  if (!out) return 1;
  float w = 1;
  for (int step = 0; step < 8; step++) {
    w = 0.5f * w + scale();
    std::fprintf(out, "%f\n", wait(other));  // site: vendor-distribution warning output
    // twin: std::printf("%f\n", wait(other));  // site: vendor-distribution note log
  }
  std::fclose(out);
  std::printf("%f\n", static_cast<double>(w));
}
