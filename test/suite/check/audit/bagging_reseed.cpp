// Rows are drawn for each stump, and a resumed run draws those of the first stumps again, as reported in
// dmlc/xgboost#10324: the load seeds the generator. Twin: it is saved and loaded.
#include <cstdio>
#include <fstream>
#include <random>
#include <vector>
struct Stump {
  int feature;
  float cut, left, right;
};
struct Booster {
  std::vector<Stump> stumps;
  std::mt19937 rng;  // site: missing-state error state @1 | twin: quiet
  unsigned seed = 17;
  explicit Booster(unsigned s) : rng(s), seed(s) {}
};
static float x[64][4], y[64], score[64];
static void Save(const Booster &b, const char *path) {  // site: missing-state error state @1 | twin: quiet
  std::ofstream out(path, std::ios::binary);
  const int n = (int)b.stumps.size();
  out.write((const char *)&n, sizeof n);
  out.write((const char *)&b.seed, sizeof b.seed);
  out.write((const char *)b.stumps.data(), (std::streamsize)(n * sizeof(Stump)));
  out.write((const char *)score, sizeof score);
  // twin: out.write((const char *)score, sizeof score); out << b.rng;
}
static bool Load(Booster &b, const char *path) {  // site: missing-state error state @1 | twin: quiet
  std::ifstream in(path, std::ios::binary);
  if (!in) return false;
  int n = 0;
  in.read((char *)&n, sizeof n);
  in.read((char *)&b.seed, sizeof b.seed);
  b.stumps.resize(n);
  in.read((char *)b.stumps.data(), (std::streamsize)(n * sizeof(Stump)));
  in.read((char *)score, sizeof score);
  b.rng.seed(b.seed);
  // twin: in >> b.rng;
  return true;
}
static void Round(Booster &b) {
  Stump s{(int)(b.stumps.size() % 4), 0.5f, 0, 0};
  float left = 0, right = 0;
  for (int i = 0; i < 64; i++) {
    if ((b.rng() & 1) != 0) continue;
    const float r = y[i] - score[i];
    if (x[i][s.feature] < s.cut) s.left += r, left += 1;
    else s.right += r, right += 1;
  }
  s.left = left > 0 ? 0.1f * s.left / left : 0;
  s.right = right > 0 ? 0.1f * s.right / right : 0;
  for (int i = 0; i < 64; i++) score[i] += x[i][s.feature] < s.cut ? s.left : s.right;
  b.stumps.push_back(s);
}
int main(int argc, char **argv) {
  for (int i = 0; i < 64; i++)
    for (int j = 0; j < 4; j++) x[i][j] = (float)((i * 37 + j * 11) % 64) / 64, y[i] = x[i][0] + x[i][2];
  Booster b(17);  // site: missing-state error state @1 | twin: quiet
  if (argc > 1 && !Load(b, argv[1])) return 1;  // site: missing-state error state @1 | twin: quiet
  while (b.stumps.size() < 45) {
    Round(b);
    if (b.stumps.size() % 10 == 0) Save(b, "booster.bin");  // site: missing-state error state @1 | twin: quiet
  }
  std::printf("%.9g %.9g\n", score[3], score[60]);
}
