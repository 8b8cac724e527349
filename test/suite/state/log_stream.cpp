// A text file that every step writes to stands at a place. Twin: each step opens it and goes to its end.
// STATE: carried w | cursor text | counter step
// TWIN: carried w | counter step
#include <cstdio>
#include <fstream>
int main() {
  float w = 1;
  std::ofstream text("log.txt");
  for (int step = 0; step < 8; step++) {
    w *= 0.9f;
    text << step << ' ' << w << '\n';
    // twin: std::ofstream("log.txt", std::ios::app) << step << ' ' << w << '\n';
  }
  std::printf("%f\n", w);
}
