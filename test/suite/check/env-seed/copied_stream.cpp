// Where a stream's buffer lies is written. Twin: what is in it.
// OBSERVE: none
#include <fstream>
#include <iostream>
#include <sstream>
int main() {
  std::ofstream out("copy.txt");
  for (int step = 0; step < 4; step++) {
    std::ifstream in("settings.txt");
    std::stringstream text;
    text << in.rdbuf();  // site: quiet
    out << static_cast<const void *>(text.rdbuf()) << step << '\n';  // site: env-seed error output
    // twin: out << text.rdbuf() << step << '\n';  // site: quiet
  }
}
