// Tasks return records, which their own memory is moved into, and add to a common sum on the way. Twin: to their own.
// FLAGS: -pthread
// OBSERVE: none
#include <cstdio>
#include <future>
#include <vector>
struct Part {  // site: quiet
  std::vector<double> gradient;
  double loss = 0;
};
static std::vector<double> w(16, 0.5);
static double common = 0;
static Part Compute(int begin) {
  Part part;
  part.gradient.resize(4);
  for (int i = 0; i < 4; i++) {
    part.gradient[static_cast<size_t>(i)] = w[static_cast<size_t>(begin + i)] - 0.25;
    common += part.gradient[static_cast<size_t>(i)];  // site: data-race error state
    // twin: part.loss += part.gradient[static_cast<size_t>(i)];  // site: quiet
  }
  return part;
}
int main() {
  for (int step = 0; step < 4; step++) {
    std::vector<std::future<Part>> running;
    for (int k = 0; k < 4; k++) running.push_back(std::async(std::launch::async, Compute, 4 * k));
    std::vector<Part> parts;
    for (auto &part : running) parts.push_back(part.get());
    for (size_t k = 0; k < 4; k++)
      for (size_t i = 0; i < 4; i++) w[4 * k + i] -= (0.01 + parts[k].loss + common) * parts[k].gradient[i];
    common = 0;
  }
  std::printf("%.17g\n", w[3]);
}
