// A weight of a map has no value. Twin: it has one. A map that is made with its content has content.
// OBSERVE: none
#include <cstdio>
#include <map>
#include <string>
struct Weight {
  float w;
  float rate;
};
int main() {
  std::map<std::string, float> scale{{"a", 1.0f}, {"b", 2.0f}};  // site: quiet
  Weight bias;
  // twin: Weight bias = {};
  bias.rate = 0.1f;
  float w = 0;
  for (int step = 0; step < 4; step++)
    for (auto &[name, value] : scale) {
      w = 0.5f * w + value;
      value *= 0.9f;
    }
  w += bias.w;  // site: uninitialized error output | twin: quiet
  FILE *out = std::fopen("w.txt", "w");
  if (!out) return 1;
  std::fprintf(out, "%f %f\n", static_cast<double>(w), static_cast<double>(bias.rate));
  std::fclose(out);
}
