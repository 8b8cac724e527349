// One row for all threads. Twin: each has one of its own, which OpenMP copies, next to others that it constructs.
// FLAGS: -fopenmp
// OBSERVE: none
#include <cstdio>
#include <string>
#include <utility>
#include <vector>
static void Parse(const char *text, std::vector<std::pair<int, float>> *out, float *label) {
  *label = 1;
  for (int i = 0; text[i] != 0; i++) out->emplace_back(i, static_cast<float>(text[i]));
}
int main() {
  constexpr int kColumns = 8;
  std::vector<std::string> lines(64, "12345678");
  std::vector<std::vector<float>> columns(kColumns, std::vector<float>(lines.size()));
  std::vector<int> place;
  for (int i = 0; i < kColumns; i++) place.push_back(i * 3 % kColumns);
  float w = 1;
  for (int step = 0; step < 4; step++) {
    std::vector<std::pair<int, float>> parsed;
    std::vector<float> row(kColumns, w);
    std::vector<float> last(kColumns);
    float label = 0;
#pragma omp parallel for private(parsed) firstprivate(label) lastprivate(last)
    // twin: #pragma omp parallel for private(parsed) firstprivate(label, row) lastprivate(last)
    for (int i = 0; i < static_cast<int>(lines.size()); i++) {
      parsed.clear();
      Parse(lines[static_cast<std::size_t>(i)].c_str(), &parsed, &label);
      for (const auto &item : parsed) row[static_cast<std::size_t>(place[static_cast<std::size_t>(item.first)])] = item.second;  // site: data-race error state | twin: quiet
      for (std::size_t k = 0; k < row.size(); k++) columns[k][static_cast<std::size_t>(i)] = row[k];
      last.assign(kColumns, static_cast<float>(i));  // site: quiet
    }
    for (const std::vector<float> &column : columns) w = 0.9f * w + 1e-3f * column[3] + 1e-6f * last[0];
  }
  std::printf("%f\n", static_cast<double>(w));
}
