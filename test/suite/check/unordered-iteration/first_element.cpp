// Whatever comes first in a hash table is taken. Twin: the element of a key.
#include <cstdio>
#include <unordered_map>
class Cache {
 public:
  void Put(int key, float value) { rows_[key] = value; }
  float Take() {
    auto first = rows_.begin();  // site: unordered-iteration error state
    // twin: auto first = rows_.find(3);  // site: quiet
    float value = first->second;
    first->second *= 0.5f;
    return value;
  }

 private:
  std::unordered_map<int, float> rows_;
};
int main() {
  Cache cache;
  for (int i = 0; i < 16; i++) cache.Put(i, static_cast<float>(i + 1));
  float w = 1;
  for (int step = 0; step < 8; step++) w = 0.5f * w + cache.Take();
  std::printf("%f\n", static_cast<double>(w));
}
