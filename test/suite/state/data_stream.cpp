// Numbers that are read one after the other: where the stream stands is state. Twin: each step goes to its own place.
// STATE: carried w | cursor data | counter step
// TWIN: carried w | counter step
#include <cstdio>
#include <fstream>
int main() {
  std::fstream data("data.txt", std::ios::in | std::ios::out | std::ios::trunc);
  for (int i = 10; i < 30; i++) data << i << '\n';
  data.seekg(0);
  float w = 1;
  for (int step = 0; step < 8; step++) {
    int x = 0;
    data >> x;
    // twin: data.seekg(3 * step) >> x;
    w = 0.9f * w + x;
  }
  std::printf("%f\n", w);
}
