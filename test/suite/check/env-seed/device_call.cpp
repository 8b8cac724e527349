// Engines take their seeds from a random device, named or not. Twin: from constants.
// OBSERVE: runs
#include <cstdio>
#include <random>
int main() {
  std::random_device device;
  std::mt19937 rows(device());  // site: env-seed error state
  // twin: std::mt19937 rows(7);  // site: quiet
  std::mt19937 noise{std::random_device{}()};  // site: env-seed error state
  // twin: std::mt19937 noise{9};  // site: quiet
  float w = 1;
  for (int step = 0; step < 8; step++) w = 0.5f * w * (float)(rows() % 8) + (float)(noise() % 16);
  std::FILE *out = std::fopen("w.bin", "wb");
  if (out != nullptr) {
    std::fwrite(&w, sizeof w, 1, out);
    std::fclose(out);
  }
}
