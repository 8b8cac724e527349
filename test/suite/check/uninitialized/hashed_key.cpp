// A key of two members is hashed as bytes, and what lies between the members with it: a row's slot differs from run to
// run. Twin: the key is cleared first.
// KIND: memory
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
struct Key {
  unsigned char field;
  std::uint32_t value;
};
static std::uint32_t Hash(const void *data, std::size_t size) {
  const unsigned char *bytes = static_cast<const unsigned char *>(data);
  std::uint32_t h = 5381;
  for (std::size_t i = 0; i < size; ++i) h = h * 33 ^ bytes[i];  // site: uninitialized error state | twin: quiet
  return h;
}
int main() {
  float w[64] = {};
  for (std::uint32_t row = 0; row < 400; ++row) {
    Key key;
    // twin: Key key; std::memset(&key, 0, sizeof key);
    key.field = static_cast<unsigned char>(row % 3);
    key.value = row % 17;
    float &slot = w[Hash(&key, sizeof key) % 64];
    slot += 0.1f * (static_cast<float>(row % 5) - slot);
  }
  for (float x : w) std::printf("%.9g\n", static_cast<double>(x));
}
