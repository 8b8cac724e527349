// Nine digits of a double. Twin: seventeen.
#include <fstream>
#include <iomanip>
#include <iostream>
struct Model {
  double w[4] = {1, 2, 3, 4};
  int step = 0;
};
static std::ostream &operator<<(std::ostream &out, const Model &model) {
  out << model.step;
  for (double x : model.w) out << ' ' << x;  // site: restore-order error state @1 | twin: quiet
  return out;
}
static std::istream &operator>>(std::istream &in, Model &model) {
  in >> model.step;
  for (double &x : model.w) in >> x;
  return in;
}
int main(int argc, char **argv) {
  Model model;
  if (argc > 1) {
    std::ifstream in(argv[1]);
    if (!(in >> model)) return 1;
  }
  for (; model.step < 8; model.step++)
    for (int i = 0; i < 4; i++) model.w[i] -= 0.1 * (model.w[i] - model.w[3 - i] / 3);
  std::ofstream out("model.txt");
  out << std::setprecision(9) << model;  // site: restore-order error state @1
  // twin: out << std::setprecision(17) << model;  // site: quiet
  std::cout << model.w[0] << '\n';
}
