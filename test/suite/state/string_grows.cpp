// A string that grows, out of the room that a short one has in itself. Twin: each step has one of its own.
// STATE: carried text text.size text.short w | counter step
// TWIN: carried w | counter step
#include <cstdio>
#include <string>
int main() {
  std::string text = "a";
  float w = 0.5f;
  for (int step = 0; step < 8; ++step) {
    std::string& line = text;
    // twin: std::string line = "a";
    line += static_cast<char>('a' + step);
    line += "xyz";
    w = 0.9f * w + 0.01f * static_cast<float>(line[line.size() / 2]);
  }
  std::printf("%f %zu\n", static_cast<double>(w), text.size());
}
