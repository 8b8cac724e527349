// A window of losses, a new one in each step, and from the first step on the mean of all of it sets the rate. Twin: the
// mean of those that are there.
// OBSERVE: memory
// KIND: memory
#include <algorithm>
#include <cstdio>
#include <memory>
class Window {
 public:
  explicit Window(size_t capacity) : values_(new float[capacity]), capacity_(capacity) {}
  void Push(float v) {
    values_[next_] = v;
    next_ = (next_ + 1) % capacity_;
    filled_ = std::min(filled_ + 1, capacity_);
  }
  float Mean() const {
    float sum = 0;
    const size_t count = capacity_;
    // twin: const size_t count = filled_;
    for (size_t i = 0; i < count; ++i) sum += values_[i];  // site: uninitialized error state | twin: quiet
    return sum / static_cast<float>(count);
  }

 private:
  std::unique_ptr<float[]> values_;
  size_t capacity_, next_ = 0, filled_ = 0;
};
int main() {
  float w = 1, rate = 0.1f;
  Window window(32);
  for (int step = 0; step < 100; ++step) {
    const float loss = w * w + static_cast<float>(step % 7) / 70;
    window.Push(loss);
    if (loss > 0.98f * window.Mean()) rate *= 0.95f;
    w -= rate * w;
  }
  std::printf("%.9g\n", static_cast<double>(w));
}
