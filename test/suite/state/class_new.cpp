// A class that takes its memory from the system itself. Twin: the step sets what is in it.
// STATE: carried gain node->w | counter step
// TWIN: carried gain | counter step | dead node->w
#include <sys/mman.h>

#include <cstdio>
struct Node {
  float w[4] = {1, 2, 3, 4};
  void* operator new(std::size_t size) {
    return mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  }
  void operator delete(void* node) { munmap(node, sizeof(Node)); }
};
int main() {
  Node* node = new Node;
  float gain = 1;
  for (int step = 0; step < 8; step++) {
    for (int i = 0; i < 4; i++) node->w[i] *= 0.9f;
    // twin: for (int i = 0; i < 4; i++) node->w[i] = gain + i;
    gain = 0.5f * gain + node->w[0] - 0.5f * node->w[3];
  }
  std::printf("%f\n", gain);
  delete node;
}
