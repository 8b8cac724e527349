// A count of tokens, eight bytes, goes through a helper for four, as size_t and unsigned were mixed in
// OPM/opm-simulators#590. Twin: the helper is called for what the count is.
// KIND: audit
#include <cmath>
#include <cstddef>
#include <cstdio>
template <typename T>
static void Put(std::FILE *file, T value) {  // site: restore-order error state @1 | twin: quiet
  std::fwrite(&value, sizeof value, 1, file);  // site: restore-order error state @1 | twin: quiet
}
template <typename T>
static T Get(std::FILE *file) {
  T value{};
  if (std::fread(&value, sizeof value, 1, file) != 1) std::perror("model.bin");
  return value;
}
class Model {
 public:
  std::size_t tokens() const { return tokens_; }
  void set_tokens(std::size_t tokens) { tokens_ = tokens; }
  void Train() {
    const double rate = 0.1 / std::sqrt(1.0 + 1e-9 * (double)tokens_);
    for (int i = 0; i < 4; i++) w[i] -= rate * (w[i] - 0.25 * i);
    tokens_ += 536870912;
  }
  double w[4] = {1, 2, 3, 4};

 private:
  std::size_t tokens_ = 0;
};
static void Save(const Model &model, std::FILE *file) {
  std::fwrite(model.w, sizeof model.w, 1, file);
  Put<unsigned>(file, model.tokens());  // site: restore-order error state @1
  // twin: Put<std::size_t>(file, model.tokens());  // site: quiet
}
static bool Load(Model &model, std::FILE *file) {
  if (std::fread(model.w, sizeof model.w, 1, file) != 1) return false;
  model.set_tokens(Get<unsigned>(file));
  // twin: model.set_tokens(Get<std::size_t>(file));
  return true;
}
int main(int argc, char **argv) {
  Model model;
  if (std::FILE *file = argc > 1 ? std::fopen(argv[1], "rb") : nullptr) {
    if (!Load(model, file)) return 1;
    std::fclose(file);
  }
  while (model.tokens() < (std::size_t)40 * 536870912) {
    model.Train();
    if (std::FILE *file = std::fopen("model.bin", "wb")) {
      Save(model, file);
      std::fclose(file);
    }
  }
  std::printf("%.17g\n", model.w[0]);
}
