// State goes to the file as double -> float -> double, as said in OPM/opm-simulators#764: a vector of floats is made of one
// of doubles. Twin: of doubles.
// KIND: audit
#include <fstream>
#include <iostream>
#include <vector>
using Kept = std::vector<float>;
// twin: using Kept = std::vector<double>;
static void Save(const std::vector<double> &mean, int step) {
  const Kept kept(mean.begin(), mean.end());  // site: restore-order error state @1 | twin: quiet
  std::ofstream out("mean.bin", std::ios::binary);
  out.write(reinterpret_cast<const char *>(&step), sizeof step);
  out.write(reinterpret_cast<const char *>(kept.data()), 5 * sizeof kept[0]);  // site: restore-order error state @1 | twin: quiet
}
static bool Load(std::vector<double> &mean, int &step, const char *name) {
  std::ifstream in(name, std::ios::binary);
  Kept kept(5);
  in.read(reinterpret_cast<char *>(&step), sizeof step);
  in.read(reinterpret_cast<char *>(kept.data()), 5 * sizeof kept[0]);
  mean.assign(kept.begin(), kept.end());
  return !in.fail();
}
int main(int argc, char **argv) {
  std::vector<double> mean(5, 0.25);
  int step = 0;
  if (argc > 1 && !Load(mean, step, argv[1])) return 1;
  while (step < 50) {
    for (int i = 0; i < 5; i++) mean[i] = 0.99 * mean[i] + 0.01 * ((i * step) % 7);
    if (++step % 10 == 0) Save(mean, step);
  }
  std::cout << mean[2] << '\n';
}
