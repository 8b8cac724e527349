// How std::cout writes numbers is state from the step on that sets it. Twin: set before the loop, it is made again.
// STATE: carried std::cout w | counter step
// TWIN: carried w | counter step
#include <iomanip>
#include <iostream>
int main() {
  float w = 1;
  std::cout << std::fixed;
  for (int step = 0; step < 8; step++) {
    w *= 0.9f;
    if (step == 2) std::cout << std::setprecision(3);
    // twin: if (step == 2) std::cout << "third ";
    std::cout << step << ' ' << w << '\n';
  }
}
