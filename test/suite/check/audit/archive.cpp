// One function template lists what an archive holds, for both ways, and leaves out a member. Twin: it does not.
#include <cstdio>
class Writer {
 public:
  explicit Writer(std::FILE *file) : file_(file) {}
  template <typename T>
  Writer &operator&(T &value) {
    std::fwrite(&value, sizeof value, 1, file_);
    return *this;
  }

 private:
  std::FILE *file_;
};
class Reader {
 public:
  explicit Reader(std::FILE *file) : file_(file) {}
  template <typename T>
  Reader &operator&(T &value) {
    if (std::fread(&value, sizeof value, 1, file_) != 1) value = T();
    return *this;
  }

 private:
  std::FILE *file_;
};
struct Adam {
  double m = 0, v = 0;
  int t = 0;  // site: missing-state error state @1 | twin: quiet
  template <typename Archive>
  void serialize(Archive &archive) {  // site: missing-state error state @1 | twin: quiet
    archive & m & v;
    // twin: archive & m & v & t;
  }
};
struct Run {
  double w = 1;
  int step = 0;
  Adam adam;
  template <typename Archive>
  void serialize(Archive &archive) {  // site: missing-state error state @1 | twin: quiet
    archive & w & step;
    adam.serialize(archive);
  }
};
int main(int argc, char **argv) {
  Run run;  // site: missing-state error state @1 | twin: quiet
  if (std::FILE *file = argc > 1 ? std::fopen(argv[1], "rb") : nullptr) {
    Reader reader(file);
    run.serialize(reader);  // site: missing-state error state @1 | twin: quiet
    std::fclose(file);
  }
  for (; run.step < 8; run.step++) {
    const double g = 2 * run.w - 1;
    run.adam.t++;
    run.adam.m = 0.9 * run.adam.m + 0.1 * g;
    run.adam.v = 0.99 * run.adam.v + 0.01 * g * g;
    run.w -= 0.1 * run.adam.m / (run.adam.v + 1e-8) / run.adam.t;
  }
  if (std::FILE *file = std::fopen("run.bin", "wb")) {
    Writer writer(file);
    run.serialize(writer);  // site: missing-state error state @1 | twin: quiet
    std::fclose(file);
  }
  std::printf("%.17g\n", run.w);
}
