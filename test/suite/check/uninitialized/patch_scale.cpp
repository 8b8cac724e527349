// Patches behind shared pointers in a vector; the constructor leaves out the scale, which the first refinement reads, as
// reported in pmoulon/CMVS-PMVS#35. Twin: the constructor sets it.
// OBSERVE: none
// KIND: memory
#include <cmath>
#include <cstdio>
#include <memory>
#include <vector>
class Patch {
 public:
  Patch() : at_(0) {}
  // twin: Patch() : at_(0), scale_(0) {}
  float at_, scale_;
};
class Organizer {
 public:
  void Add(std::shared_ptr<Patch> patch) { patches_.push_back(std::move(patch)); }
  static void SetScale(Patch& p) {
    const float unit = std::sqrt(1 + p.at_ * p.at_);
    if (unit > 2 * p.scale_) p.scale_ = (p.scale_ + unit) / 2;  // site: uninitialized error state | twin: quiet
  }
  float Step() {
    float cost = 0;
    for (const std::shared_ptr<Patch>& p : patches_) {
      SetScale(*p);
      const float pull = 1 - p->at_;
      p->at_ += 0.1f * pull * p->scale_;
      cost += pull * pull;
    }
    return cost;
  }

 private:
  std::vector<std::shared_ptr<Patch>> patches_;
};
int main() {
  Organizer organizer;
  for (int i = 0; i < 20; ++i) {
    auto patch = std::make_shared<Patch>();
    patch->at_ = static_cast<float>(i) / 20;
    organizer.Add(patch);
  }
  float cost = 0;
  for (int step = 0; step < 50; ++step) cost = organizer.Step();
  std::printf("%.9g\n", static_cast<double>(cost));
}
