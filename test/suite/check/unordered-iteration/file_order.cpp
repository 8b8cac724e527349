// Entries are written to a file in the order of a set. Twin: to the terminal.
#include <cstdio>
#include <unordered_set>
int main() {
  std::unordered_set<int> seen;
  double w = 1;
  for (int step = 0; step < 20; step++) {
    seen.insert(step * step % 23);
    w = 0.5 * w + static_cast<double>(seen.size());
  }
  FILE *out = std::fopen("seen.txt", "w");
  if (!out) return 1;
  for (int x : seen) std::fprintf(out, "%d\n", x);  // site: unordered-iteration error output
  // twin: for (int x : seen) std::printf("%d\n", x);  // site: unordered-iteration note log
  std::fclose(out);
  std::printf("%f\n", w);
}
