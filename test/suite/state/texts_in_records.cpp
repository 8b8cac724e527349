// Records own texts that grow, in place and beyond; which record is drawn. Twin: it is another one in each step.
// STATE: carried r slots[].text slots[].text.size slots[].text.short w | counter step
// TWIN: carried r w | counter step
#include <cstdio>
#include <string>
#include <vector>
struct Slot {
  int id = 0;
  std::string text;
};
int main() {
  std::vector<Slot> slots(3);
  unsigned r = 7;
  double w = 0;
  for (int step = 0; step < 9; ++step) {
    r = r * 1103515245u + 12345u;
    Slot& slot = slots[(r >> 16) % slots.size()];
    // twin: Slot slot;
    slot.text += static_cast<char>('a' + step);
    slot.text += "0123456";
    w = 0.5 * w + r % 5 + static_cast<double>(slot.text.size()) + slot.text[slot.text.size() / 2];
  }
  std::printf("%f\n", w);
}
