// The copies that threads have of an object lead to one row. Twin: each copy owns its row.
// FLAGS: -fopenmp
// OBSERVE: none
#include <cstdio>
#include <vector>
struct View {
  float *row;
};
using Row = View;
// twin: using Row = std::vector<float>;
static float *Begin(View &view) { return view.row; }
static float *Begin(std::vector<float> &row) { return row.data(); }
int main() {
  std::vector<float> memory(8), out(64);
  float w = 1;
  for (int step = 0; step < 4; step++) {
    Row row{memory.data()};
    // twin: Row row(8);
#pragma omp parallel for firstprivate(row)
    for (int i = 0; i < 64; i++) {
      for (int k = 0; k < 8; k++) Begin(row)[k] = w * static_cast<float>(i + k);  // site: data-race error state | twin: quiet
      out[static_cast<std::size_t>(i)] = Begin(row)[i % 8];
    }
    for (const float x : out) w = 0.9f * w + 1e-3f * x;
  }
  std::printf("%f\n", static_cast<double>(w));
}
