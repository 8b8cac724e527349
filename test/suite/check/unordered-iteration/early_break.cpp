// A search ends at the first hit. Twin: it looks at all, and takes the largest.
#include <cstdio>
#include <unordered_map>
int main() {
  std::unordered_map<int, int> score;
  for (int i = 0; i < 64; i++) score[i * 13 % 101] = i % 10;
  float w = 1;
  for (int step = 0; step < 8; step++) {
    int chosen = -1;
    for (const auto &[key, value] : score) {  // site: unordered-iteration error state | twin: quiet
      if (value != step) continue;
      { chosen = key; break; }
      // twin: if (key > chosen) chosen = key;
    }
    w = 0.5f * w + static_cast<float>(chosen);
    // twin: w = 0.5f * w - static_cast<float>(chosen);
  }
  std::printf("%f\n", static_cast<double>(w));
}
