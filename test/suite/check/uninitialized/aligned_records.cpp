// Records are aligned to half a cache line, and a checksum takes their bytes with the ends that nothing fills. Twin: it
// takes the members.
// FLAGS: -std=c++17
// OBSERVE: none
// KIND: memory
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
struct alignas(32) Particle {
  float x, y, z;
  std::uint32_t bin;
};
static std::uint32_t Mix(std::uint32_t h, const void *data, std::size_t size) {
  const unsigned char *p = static_cast<const unsigned char *>(data);
  while (size-- > 0) h = (h ^ *p++) * 16777619u;  // site: uninitialized error state | twin: quiet
  return h;
}
static std::uint32_t Sum(const Particle *particles, int n) {
  std::uint32_t h = 2166136261u;
  for (int i = 0; i < n; i++) h = Mix(h, &particles[i], sizeof(Particle));
  // twin: for (int i = 0; i < n; i++) h = Mix(h, &particles[i].x, 4 * sizeof(float));
  return h;
}
int main() {
  const int n = 40;
  Particle *particles = static_cast<Particle *>(std::aligned_alloc(32, n * sizeof(Particle)));
  if (!particles) return 1;
  for (int i = 0; i < n; i++) {
    Particle &p = particles[i];
    p.x = static_cast<float>(i), p.y = 0.5f, p.z = 1.0f, p.bin = static_cast<std::uint32_t>(i);
  }
  std::uint32_t seed = 1;
  for (int step = 0; step < 10; step++) {
    for (int i = 0; i < n; i++) particles[i].x += static_cast<float>(seed % 100 + static_cast<unsigned>(i)) * 1e-3f;
    seed = Sum(particles, n);
  }
  std::printf("%.9g\n", static_cast<double>(particles[3].x));
  std::free(particles);
}
