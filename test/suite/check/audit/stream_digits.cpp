// A stream writes six digits of a weight. Twin: as many as tell all floats apart.
#include <fstream>
#include <iostream>
#include <limits>
#include <string>
#include <vector>
static void Save(const std::string &name, const std::vector<float> &w, int step) {
  std::ofstream file(name);
  file << step << '\n';
  // twin: file.precision(std::numeric_limits<float>::max_digits10), file << step << '\n';
  for (float x : w) file << x << '\n';  // site: restore-order error state | twin: quiet
}
static bool Load(const std::string &name, std::vector<float> &w, int &step) {
  std::ifstream file(name);
  file >> step;
  for (float &x : w) file >> x;
  return file.good();
}
int main(int argc, char **argv) {
  std::vector<float> w = {1, 2, 3, 4};
  int step = 0;
  if (argc > 1 && !Load(argv[1], w, step)) return 1;
  for (; step < 8; step++)
    for (int i = 0; i < 4; i++) w[i] -= 0.1f * (w[i] - w[3 - i] / 3);
  Save("model.txt", w, step);
  std::cout << w[0] << '\n';
}
