// State as text that is put together in a string and read back through a stringstream: floating point as %f. Counts by
// std::to_string lose nothing. Twin: 17 digits.
// KIND: audit
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
struct Model {
  double slope = 0;
  long epoch = 0;
  void Fit() {
    for (int i = 0; i < 16; i++) slope -= 0.003 * (slope * i - std::sin(i)) * i;
    epoch++;
  }
  void Save(const char *path) const {
    char digits[64];
    std::snprintf(digits, sizeof digits, ",\"slope\":%f}", slope);  // site: restore-order error state
    // twin: std::snprintf(digits, sizeof digits, ",\"slope\":%.17g}", slope);  // site: quiet
    std::string text = std::to_string(epoch);  // site: quiet
    text += digits;
    std::ofstream(path) << text;  // site: quiet
  }
  void Load(const char *path) {
    std::ifstream in(path);
    if (!in) return;
    std::stringstream all;
    all << in.rdbuf();
    const std::string text = all.str();
    epoch = std::strtol(text.c_str(), nullptr, 10);
    slope = std::strtod(text.c_str() + text.find(':') + 1, nullptr);
  }
};
int main() {
  Model model;
  model.Load("line.json");
  while (model.epoch < 500) {
    model.Fit();
    if (model.epoch % 10 == 0) model.Save("line.json");
  }
  std::printf("%.17g\n", model.slope);
}
