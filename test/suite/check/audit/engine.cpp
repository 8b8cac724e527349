// The engine of the noise is not saved. Twin: its text is.
#include <fstream>
#include <iostream>
#include <random>
struct Run {
  float w[4] = {1, 2, 3, 4};
  int step = 0;
};
static std::mt19937 engine(7);  // site: missing-state error state @1 | twin: quiet
static void Save(const Run &run) {  // site: missing-state error state @1 | twin: quiet
  std::ofstream out("run.bin", std::ios::binary);
  out.write(reinterpret_cast<const char *>(&run), sizeof run);
  // twin: out.write(reinterpret_cast<const char *>(&run), sizeof run) << engine;
}
static bool Load(Run &run, const char *name) {  // site: missing-state error state @1 | twin: quiet
  std::ifstream in(name, std::ios::binary);
  in.read(reinterpret_cast<char *>(&run), sizeof run);
  // twin: in.read(reinterpret_cast<char *>(&run), sizeof run) >> engine;
  return in.good();
}
int main(int argc, char **argv) {
  Run run;
  if (argc > 1 && !Load(run, argv[1])) return 1;  // site: missing-state error state @1 | twin: quiet
  for (; run.step < 8; run.step++) {
    const float noise = (float)(engine() >> 8) / 16777216.0f;
    for (float &w : run.w) w -= 0.1f * (w - noise);
  }
  Save(run);  // site: missing-state error state @1 | twin: quiet
  std::cout << run.w[0] << '\n';
}
