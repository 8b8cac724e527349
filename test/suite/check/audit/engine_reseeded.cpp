// The engine is loaded, then seeded in the constructor of what uses it. Twin: before the load.
#include <fstream>
#include <iostream>
#include <random>
static std::mt19937 engine;
struct Noise {
  explicit Noise(unsigned seed) { engine.seed(seed); }  // site: restore-order error state @1 | twin: quiet
  float Next() const { return (float)(engine() >> 8) / 16777216.0f; }
};
struct Run {
  float w[4] = {1, 2, 3, 4};
  int step = 0;
};
static void Save(const Run &run) {
  std::ofstream out("run.bin", std::ios::binary);
  out.write(reinterpret_cast<const char *>(&run), sizeof run) << engine;
}
static bool Load(Run &run, const char *name) {
  std::ifstream in(name, std::ios::binary);
  in.read(reinterpret_cast<char *>(&run), sizeof run) >> engine;
  return !in.fail();
}
int main(int argc, char **argv) {
  Run run;
  std::cout << argc << '\n';
  // twin: const Noise noise(42);
  if (argc > 1 && !Load(run, argv[1])) return 1;
  const Noise noise(42);  // site: restore-order error state @1
  // twin: std::cout << run.step << '\n';  // site: quiet
  for (; run.step < 8; run.step++)
    for (float &w : run.w) w -= 0.1f * (w - noise.Next());
  Save(run);
  std::cout << run.w[0] << '\n';
}
