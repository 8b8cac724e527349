// A view of the data leaves its size unset, and asks for it through a virtual function of its base. Twin: the view has a
// function of its own, so that nobody reads what the base leaves unset, as in dariost/AdaBoost.
// OBSERVE: memory
// KIND: memory
#include <cstdio>
#include <memory>
#include <vector>
class View {
 public:
  explicit View(int number) : number_(number) {}
  virtual ~View() = default;
  virtual int Size() const { return size_; }  // site: uninitialized error state | twin: quiet
  virtual float At(int i) const = 0;

 protected:
  int number_, size_;
};
class Half : public View {
 public:
  Half(const std::vector<float> &all, int number) : View(number), all_(all) {}
  // twin: Half(const std::vector<float> &all, int number) : View(number), all_(all) {} int Size() const override { return 50; }
  float At(int i) const override { return all_[static_cast<std::size_t>(2 * i + number_)]; }

 private:
  const std::vector<float> &all_;
};
static float Mean(const View &view) {
  float sum = 0;
  for (int i = 0; i < view.Size() % 50; i++) sum += view.At(i);
  return sum / 50;
}
int main() {
  std::vector<float> data(100);
  for (int i = 0; i < 100; i++) data[static_cast<std::size_t>(i)] = 0.1f * static_cast<float>(i % 7);
  std::unique_ptr<View> half(new Half(data, 1));
  float w = 0;
  for (int step = 0; step < 10; step++) w += 0.1f * (Mean(*half) - w);
  std::printf("%.9g\n", static_cast<double>(w));
}
