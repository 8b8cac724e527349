// A record that a function returns is hashed as bytes, and what lies between its members with it. Twin: the function
// clears it.
// KIND: memory
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
struct Record {
  char kind;
  double value;
  short bin;
};
static std::uint64_t Hash(const void *data, std::size_t size) {
  const unsigned char *bytes = static_cast<const unsigned char *>(data);
  std::uint64_t h = 14695981039346656037ull;
  for (std::size_t i = 0; i < size; i++) {
    h ^= bytes[i];  // site: uninitialized error state | twin: quiet
    h *= 1099511628211ull;
  }
  return h;
}
static Record Make(int i) {
  Record r;
  // twin: Record r; std::memset(&r, 0, sizeof r);
  r.kind = static_cast<char>('a' + i % 3);
  r.value = (i * 17 % 41) / 41.0;
  r.bin = static_cast<short>(i % 9);
  return r;
}
int main() {
  double table[64] = {};
  for (int step = 0; step < 900; step++) {
    const Record r = Make(step);
    double &slot = table[Hash(&r, sizeof r) % 64];
    slot += 0.1 * ((r.value > 0.5 ? 1 : 0) - slot);
  }
  for (double x : table) std::printf("%.17g\n", x);
}
