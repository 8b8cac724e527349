// Weights are written with std::to_string, which gives six digits after the point, as in freeorion/freeorion#5602.
// Twin: with as many as tell all floats apart.
// KIND: audit
#include <cstdio>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>
static std::string Text(float x) {
  return std::to_string(x);  // site: restore-order error state @1
  // twin: char text[32]; std::snprintf(text, sizeof text, "%.9g", (double)x); return text;  // site: quiet
}
static void Save(const std::vector<float> &w, int step) {
  std::ofstream out("weights.txt");
  out << step << '\n';
  for (float x : w) out << Text(x) << '\n';  // site: restore-order error state @1 | twin: quiet
}
static bool Load(std::vector<float> &w, int &step, const char *name) {
  std::ifstream in(name);
  std::string text;
  in >> step;
  for (float &x : w) {
    in >> text;
    x = std::stof(text);
  }
  return !in.fail();
}
int main(int argc, char **argv) {
  std::vector<float> w(6, 1e-4f);
  int step = 0;
  if (argc > 1 && !Load(w, step, argv[1])) return 1;
  while (step < 30) {
    for (int i = 0; i < 6; i++) w[i] += 0.03f * ((float)i / 7 - w[i]);
    if (++step % 10 == 0) Save(w, step);
  }
  std::cout << w[1] << '\n';
}
